import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Two cores is what a small machine has; more workers only make timings of child processes worse.
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});

import { defineConfig } from "vitest/config";

export default defineConfig({
  // Examples import the package by its name, as a user does; tests run them over the source.
  resolve: { alias: { "exhibit-context": new URL("src/index.ts", import.meta.url).pathname } },
  test: {
    include: ["test/**/*.test.ts"],
    // Two cores is what a small machine has; more workers only make timings of child processes worse.
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});

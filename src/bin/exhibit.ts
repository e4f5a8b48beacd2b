#!/usr/bin/env node
// The smallest entry there can be. Everything up to the check must parse on a Node that cannot run the rest, so
// nothing is imported before it.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `exhibit needs Node 20.19 or newer; this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 2;
} else {
  import("../interfaces/cli/run-process.ts")
    .then(({ runProcess }) => runProcess(new URL("../../package.json", import.meta.url)))
    .catch((error) => {
      process.stderr.write(
        `exhibit: this is a bug in exhibit; please report it.\n${error?.stack}\n`,
      );
      process.exitCode = 70;
    });
}

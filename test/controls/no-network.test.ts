import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SearchResponse } from "../../src/index.ts";
import { aTree } from "../builders/a-tree.ts";
import { aPage, aWorkspace } from "../builders/a-workspace.ts";
import { type BuiltCommand, buildCommand, type CommandResult } from "../builders/built-command.ts";
import { PROJECT_ROOT } from "../builders/project-pages.ts";

/** Loaded before a program: whatever would leave the machine ends the process instead, where nothing can catch it. */
const TRAP = `
import dgram from "node:dgram";
import dns from "node:dns";
import { writeSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
const trap = (what) => () => {
  writeSync(2, "trapped " + what);
  process.exit(99);
};
net.Socket.prototype.connect = trap("a connection");
net.Server.prototype.listen = trap("a listener");
dgram.createSocket = trap("a datagram socket");
for (const name of ["lookup", "resolve", "resolve4", "resolve6"]) {
  dns[name] = trap("a look-up");
  dns.promises[name] = trap("a look-up");
}
syncBuiltinESMExports();
`;

/** Every module and global that speaks to a network in Node. */
const MODULES =
  /(?:\bfrom\s+|\bimport\s*\(?\s*|\brequire\s*\(\s*)["'](?:node:)?(?:https?|http2|net|tls|dns(?:\/promises)?|dgram|undici|ws)["']/;
const GLOBALS = /(?<![\w.#"']|async )(?:fetch|WebSocket|EventSource|XMLHttpRequest)\s*\(/;

function findNetworkUse(text: string): readonly string[] {
  return text.split("\n").filter((line) => MODULES.test(line) || GLOBALS.test(line));
}

let command: BuiltCommand;
beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.remove());

describe("control: no network", () => {
  it("is used by an index run and a search in a process that cannot open a connection (LEX-03)", async () => {
    const trap = join(aTree({ "trap.mjs": TRAP }), "trap.mjs");
    const { root } = aWorkspace({
      "owners.md": aPage("Owners", "The harbor desk owns the ledger."),
      "records/a.jsonl": `${JSON.stringify({ id: "r1", title: "Crane", body: "The quay desk owns the crane.", observedAt: "2026-10-01" })}\n`,
    });
    // The command starts without any key or address of a model: its environment holds PATH and HOME alone.
    const search = (...words: string[]): Promise<CommandResult> =>
      command.run(["search", ...words, "--json"], { cwd: root, nodeOptions: ["--import", trap] });
    for (const ranker of ["lexical", "exact", "reference"]) {
      const { status, stdout, stderr } = await search("which desk owns", "--ranker", ranker);
      expect({ status, stderr }, ranker).toEqual({ status: 0, stderr: "" });
      const { hits, freshness } = JSON.parse(stdout) as SearchResponse;
      expect(hits, ranker).toHaveLength(2);
      expect(freshness.projection.state, ranker).toBe("current");
    }
  });

  it.each([
    ["fetch", `fetch("http://127.0.0.1:4004/")`],
    ["http", `require("node:http").get("http://127.0.0.1:4004/")`],
    ["https", `require("node:https").get("https://127.0.0.1:4004/")`],
    ["net", `require("node:net").connect(4004, "127.0.0.1")`],
    ["tls", `require("node:tls").connect(4004, "127.0.0.1")`],
    ["dns", `require("node:dns").lookup("localhost", () => {})`],
    ["dgram", `require("node:dgram").createSocket("udp4")`],
  ])("would be noticed if it came from %s", (_name, script) => {
    const folder = aTree({ "trap.mjs": TRAP, "program.cjs": script });
    const args = ["--import", join(folder, "trap.mjs"), join(folder, "program.cjs")];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect({ status, stderr: stderr.slice(0, 9) }).toEqual({ status: 99, stderr: "trapped a" });
  });

  it("is reachable from no line of the source (LEX-03)", () => {
    const files = readdirSync(`${PROJECT_ROOT}src`, { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".ts"),
    );
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((name) =>
      findNetworkUse(readFileSync(`${PROJECT_ROOT}src/${name}`, "utf8")).map((line) => [
        name,
        line,
      ]),
    );
    expect(found).toEqual([]);
    expect(findNetworkUse('import { get } from "node:https";\nawait fetch(url);')).toHaveLength(2);
  });
});

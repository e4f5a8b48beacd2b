import { describe, expect, it } from "vitest";
import { COMMAND_NAMES } from "../../../src/interfaces/cli/command-names.ts";
import { INJECTED_ELEMENT } from "../../../src/model/injected-block.ts";
import { cutInjected } from "../../../src/pipeline/import/cut-injected.ts";
import { createOwnCalls } from "../../../src/pipeline/import/exclude-own.ts";
import { runsExhibit } from "../../../src/pipeline/import/own-commands.ts";
import { aTranscriptEvent } from "../../builders/a-transcript-event.ts";

const call = (toolName: string, text: string, toolUseId = "t1") =>
  aTranscriptEvent(text, { kind: "tool_call", role: "assistant", toolName, toolUseId });
const result = (toolUseId: string, text = "what it printed") =>
  aTranscriptEvent(text, { kind: "tool_result", role: "tool", toolUseId });

describe("a command line that runs this program", () => {
  it("is recognized however the program is started", () => {
    for (const line of [
      ...COMMAND_NAMES.map((name) => `exhibit ${name} x`),
      "exhibit",
      "cd /app && exhibit search 'tail reader'",
      "FOO=1 exhibit search x | head -5",
      "npx exhibit search x",
      "npx --yes -p exhibit-context@0.1.0 exhibit search x",
      "npm exec -- exhibit search x",
      "pnpm dlx exhibit-context search x",
      "./node_modules/.bin/exhibit open a.md:3",
      "node dist/bin/exhibit.js search x",
      "node --enable-source-maps ./dist/bin/exhibit.js status",
      "C:\\\\bin\\\\exhibit.cmd search x",
      "timeout 10 exhibit import",
      "sudo -u dev exhibit status",
      "bash -lc 'cd /app; exhibit search x'",
      "time (exhibit timeline)",
      'answer="$(exhibit search x)"',
      "echo `exhibit search x`",
      "cat <<EOF > a.txt\nhello\nEOF\nexhibit put < a.txt",
      "git ls-files | xargs exhibit verify",
      "exhibit search \\\n  x",
    ]) {
      expect(runsExhibit(line), line).toBe(true);
    }
  });

  it("is not one that only speaks of it, searches for it or works on its files", () => {
    for (const line of [
      'git commit -m "make exhibit search quicker"',
      "grep -rn 'exhibit search' docs",
      "rg exhibit src | head",
      "echo exhibit search x",
      "cat src/bin/exhibit.ts",
      "cd exhibit && npm test",
      "npm test -- test/bin/exhibit.test.ts",
      "npx vitest run test/bin/exhibit.test.ts",
      "node scripts/bundle.mjs exhibit",
      "cat > a.md <<'EOF'\nexhibit search x\nEOF",
      "# exhibit search x",
      "npm install exhibit-context",
      "exhibits search x",
      "",
    ]) {
      expect(runsExhibit(line), line).toBe(false);
    }
  });
});

describe("what this program said itself", () => {
  it("is recognized by the name of its tool, as each agent spells it", () => {
    for (const name of [
      "mcp__exhibit__search",
      "mcp__plugin_exhibit_exhibit__timeline",
      "mcp__plugin_exhibit-context_exhibit__open",
      "exhibit__search",
      "exhibit_search",
      "exhibit.search",
    ]) {
      expect(createOwnCalls([]).isOwn(call(name, "{}")), name).toBe(true);
    }
    for (const name of [
      "mcp__exhibition__search",
      "mcp__other__exhibit",
      "Read",
      "exhibit",
      "none",
    ]) {
      expect(createOwnCalls([]).isOwn(call(name, "{}")), name).toBe(false);
    }
  });

  it("is recognized in a shell's call, as text, as JSON and as a list of words", () => {
    for (const [tool, text] of [
      ["Bash", "exhibit search x"],
      ["Bash", '{"command":"exhibit search x","description":"look"}'],
      ["exec_command", '{"cmd":["bash","-lc","exhibit search \'a b\'"]}'],
      ["shell", '["exhibit","search","x"]'],
      ["run_shell_command", "command: exhibit search x"],
    ] as const) {
      expect(createOwnCalls([]).isOwn(call(tool, text)), text).toBe(true);
    }
    expect(createOwnCalls([]).isOwn(call("Bash", '{"command":"grep exhibit a"}'))).toBe(false);
    expect(createOwnCalls([]).isOwn(call("Read", "exhibit search x"))).toBe(false);
  });

  it("takes its result with it, by the id that joins them and by nothing else", () => {
    const own = createOwnCalls([]);
    expect(own.isOwn(call("Bash", "exhibit search x", "t1"))).toBe(true);
    expect(own.isOwn(call("Bash", "ls", "t2"))).toBe(false);
    expect(own.isOwn(result("t2"))).toBe(false);
    expect(own.isOwn(result("t1"))).toBe(true);
    // A file that holds its records twice holds the result twice.
    expect(own.isOwn(result("t1"))).toBe(true);
    expect(own.isOwn(result("none"))).toBe(false);
    expect(own.isOwn(aTranscriptEvent("exhibit search x"))).toBe(false);
  });

  it("is still recognized when reading goes on behind the call", () => {
    const before = createOwnCalls([]);
    before.isOwn(call("mcp__exhibit__search", "{}", "t7"));
    expect(createOwnCalls(before.ids()).isOwn(result("t7"))).toBe(true);
    expect(createOwnCalls([]).isOwn(result("t7"))).toBe(false);
  });

  it("is remembered for the newest calls, so that no file makes the memory grow without end", () => {
    const own = createOwnCalls([]);
    for (let id = 0; id < 2000; id++) own.isOwn(call("mcp__exhibit__search", "{}", `t${id}`));
    expect(own.ids()).toHaveLength(500);
    expect(own.isOwn(result("t1999"))).toBe(true);
  });
});

describe("a block that this program put into a message", () => {
  it("is cut out, in every spelling that agents keep it in", () => {
    const block = `<${INJECTED_ELEMENT} id="b1">\nE1 a.md:3\n</${INJECTED_ELEMENT}>\n`;
    const escapes: readonly ((text: string) => string)[] = [
      (text) => text,
      (text) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
      (text) => text.replaceAll("<", "&#60;").replaceAll(">", "&#x3E;"),
      (text) => text.replaceAll("<", "\\u003c").replaceAll(">", "\\u003e"),
    ];
    for (const written of escapes) {
      const cut = cutInjected(`before\n${written(block)}after ${written(block)}`);
      expect(cut).toEqual({ text: "before\nafter ", blocks: 2 });
    }
  });

  it("ends with the text where nothing ends it", () => {
    expect(cutInjected(`a\n<${INJECTED_ELEMENT}>\nE1\nE2`)).toEqual({ text: "a\n", blocks: 1 });
  });

  it("leaves a text without one as it is, also one that only names the element", () => {
    for (const text of [
      "",
      "a < b",
      `the ${INJECTED_ELEMENT} element`,
      `<${INJECTED_ELEMENT}s>x`,
    ]) {
      expect(cutInjected(text)).toEqual({ text, blocks: 0 });
    }
  });
});

import { describe, expect, it } from "vitest";
import { aPage, aWorkspace } from "../builders/a-workspace.ts";

describe("control: a change inside the debounce window", () => {
  it("is stale inside the window and rebuilt after it, with the old source date (REF-03, REF-04, FRE-08)", async () => {
    const workspace = aWorkspace({
      "owners.md": aPage("Owners", "The harbor desk owns the ledger."),
    });
    const engine = await workspace.open();
    const first = await engine.search("who owns the ledger");
    expect(first.freshness.projection).toMatchObject({
      state: "current",
      refresh: { status: "refreshed" },
    });

    workspace.write({ "owners.md": aPage("Owners", "The signal desk owns the ledger.") });
    workspace.advance(500);
    const inside = await engine.search("who owns the ledger");
    expect(inside.freshness.projection.state).toBe("stale");
    expect(inside.freshness.projection.refresh).toMatchObject({ status: "skipped" });
    expect(inside.freshness.projection.refresh.reason).toContain("debounce");
    expect(inside.hits[0]?.excerpt).toContain("harbor desk");
    expect(inside.hits[0]?.citation.state).toBe("changed");

    workspace.advance(1_000);
    const after = await engine.search("who owns the ledger");
    expect(after.freshness.projection).toMatchObject({
      state: "current",
      refresh: { status: "refreshed" },
    });
    expect(after.hits[0]?.excerpt).toContain("signal desk");
    expect(after.hits[0]?.citation.state).toBe("current");
    expect(after.freshness.sources).toMatchObject({
      oldestObservedAt: first.freshness.sources.oldestObservedAt,
      ageDays: 14,
      stale: true,
    });
    expect(after.freshness.live).toEqual({ verified: false, evidence: [] });
  });

  it("contains the changed text once it was rebuilt, and cites it (REF-05)", async () => {
    const workspace = aWorkspace({ "a.md": aPage("A", "old wording") });
    const engine = await workspace.open();
    await engine.search("wording");
    workspace.write({ "a.md": aPage("A", "entirely novel phrase") });
    workspace.advance(2_000);
    const { hits } = await engine.search("novel phrase");
    const [hit] = hits;
    const citation = `${hit?.citation.path}:${hit?.citation.startLine}-${hit?.citation.endLine}`;
    expect((await engine.open(citation)).text).toBe(hit?.excerpt);
    expect(hit?.excerpt).toContain("entirely novel phrase");
  });

  it("reuses a check that is under a second old, and says when it was made", async () => {
    const workspace = aWorkspace({ "a.md": aPage("A", "stable words") });
    const engine = await workspace.open();
    const first = await engine.search("stable");
    workspace.advance(900);
    const second = await engine.search("stable");
    expect(second.freshness.projection.checkedAt).toBe(first.freshness.projection.checkedAt);
    workspace.advance(200);
    const third = await engine.search("stable");
    expect(third.freshness.projection.checkedAt).not.toBe(first.freshness.projection.checkedAt);
  });
});

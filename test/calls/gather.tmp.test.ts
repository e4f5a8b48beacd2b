import { it } from "vitest";
import { gatherCandidates } from "../../src/calls/gather-candidates.ts";
import { openCalls } from "../../src/open-engine.ts";

it("x", async () => {
  const { parts, guard } = await openCalls({ workspace: process.env["WS"] ?? "" , dataFolder: "/tmp/gather-data"});
  const settings = { capBytes: 12000, refresh: "auto", maxAgeDays: 7, nowMs: Date.now() } as const;
  for (const q of (process.env["Q"] ?? "").split("|")) {
    const t = performance.now();
    const g = await gatherCandidates(parts, q, { options: {}, settings });
    console.log(q, performance.now() - t, g.pool.generators.map(({terms, ...r}) => JSON.stringify(r)).join("\n"), JSON.stringify(g.pool.generators[0]?.terms), JSON.stringify(g.gaps).slice(0,300));
    for (const c of g.pool.candidates) {
      console.log(c.id, c.generator, c.rank, c.score, c.artifact, c.headingPath.join(">"), c.exactMatch, c.citation.startLine, c.citation.endLine, c.offered, c.duplicateOf, c.overlapsWith.join(), c.offers.map((o) => `${o.granularity}/${o.fidelity}:${o.tokens}`).join(" "));
      if (c.id === "c1" || c.id === "c5") for (const o of c.offers) console.log("----", o.granularity, o.fidelity, o.coverage.toFixed(3), JSON.stringify(o.notShown).slice(0,100), "\n" + o.text.slice(0, 700));
    }
  }
  const cpu = process.cpuUsage();
  const t = performance.now();
  for (let i = 0; i < 5; i++) await gatherCandidates(parts, (process.env["Q"] ?? "").split("|")[0] ?? "", { options: {}, settings: {...settings, refresh: "off"} });
  const u = process.cpuUsage(cpu);
  console.log("warm", (performance.now() - t) / 5, (u.user + u.system) / 5000);
  await guard.close();
}, 120000);

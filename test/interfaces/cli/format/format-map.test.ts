import { describe, expect, it } from "vitest";
import { formatMap } from "../../../../src/interfaces/cli/format/format-map.ts";
import type { MapModule, MapResponse } from "../../../../src/model/map-response.ts";
import { anEnvelope } from "../../../builders/a-response.ts";
import { aView } from "../../../builders/a-view.ts";

const module: MapModule = {
  artifact: "artifact://files/a.py",
  title: "a.py",
  kind: "code",
  version: "0123456789abcdef",
  byteLength: 30,
  observed: { at: "unknown", basis: "unknown" },
  ageDays: "unknown",
};
const aMap = (changes: Partial<MapResponse>): MapResponse => ({
  ...anEnvelope("exhibit.map/1"),
  modules: [module],
  moduleCount: 1,
  remaining: 0,
  ...changes,
});
const section = (startLine: number, ...headingPath: string[]) => ({
  headingPath,
  startLine,
  endLine: startLine + 1,
});

describe("a map for a reader", () => {
  it("says how many follow and how to see them", () => {
    const text = formatMap(aMap({ moduleCount: 513, remaining: 460 }), aView());
    expect(text).toContain(
      "1 of 513 modules shown. 460 more follow: add --after 'artifact://files/a.py'",
    );
    expect(formatMap(aMap({}), aView())).toContain("1 of 1 module shown.\n");
    const none = aMap({ modules: [], moduleCount: 3, remaining: 3 });
    expect(formatMap(none, aView())).toContain("Not even the first fits in 12,000 bytes");
    expect(formatMap(aMap({ modules: [], moduleCount: 0 }), aView())).toContain(
      "No module matches.",
    );
    const empty = aMap({ modules: [], moduleCount: 0, gaps: [{ code: "index_empty" }] });
    expect(formatMap(empty, aView())).toContain("Nothing is indexed here.");
  });

  it("has no heading above code, which has none, and none above text without any", () => {
    const code = { ...module, sections: [section(1), section(3, "Zebra"), section(9)] };
    const text = formatMap(aMap({ modules: [code] }), aView());
    expect(text).toMatch(/1-2 +\(top of file\)/);
    expect(text).toMatch(/9-10 +\(outside any definition\)/);
    const page = { ...module, kind: "markdown" as const, sections: [section(1), section(3, "A")] };
    expect(formatMap(aMap({ modules: [page] }), aView())).toContain("(above the first heading)");
    const bare = { ...module, kind: "text" as const, sections: [section(1)] };
    expect(formatMap(aMap({ modules: [bare] }), aView())).toContain("(under no heading)");
  });

  it("marks a module that was cut, and pins each", () => {
    const text = formatMap(aMap({ modules: [{ ...module, truncated: "cap" }] }), aView());
    expect(text).toContain("artifact://files/a.py @0123456789abcdef\n");
    expect(text).toContain("cut to whole lines or sections to fit the cap");
  });
});

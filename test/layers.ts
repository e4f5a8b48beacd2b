import type { ICruiseOptions, IForbiddenRuleType } from "dependency-cruiser";

// The layer table of docs/architecture.md as rules. architecture.test.ts runs them and counts modules.

const MODEL = "^src/model/";
const PORTS = "^src/ports/";
const ANALYSIS = "^src/analysis/";
const CALLS = "^src/calls/";
const ERRORS = "^src/errors[.]ts$";

/** A layer that may import itself, errors.ts and the layers named. */
const layer = (
  name: string,
  from: string,
  allowed: string[],
  comment: string,
): IForbiddenRuleType => ({
  name,
  severity: "error",
  comment,
  from: { path: from },
  to: { path: "^src/", pathNot: [from, ERRORS, ...allowed] },
});

export const LAYER_RULES: IForbiddenRuleType[] = [
  {
    name: "no-cycles",
    severity: "error",
    comment: "In a cycle nobody can say which file to read first.",
    from: {},
    to: { circular: true },
  },
  {
    name: "no-orphans",
    severity: "error",
    comment: "No entry point reaches this file: use it or delete it.",
    from: { orphan: true, pathNot: "^src/(index|open-worker)[.]ts$" },
    to: {},
  },
  layer("model-imports-nothing", MODEL, [], "The nouns stand alone."),
  layer("ports-speak-model", PORTS, [MODEL], "A port is written in nouns and nothing else."),
  layer(
    "analysis-is-pure",
    ANALYSIS,
    [MODEL],
    "The text kit serves the index and admission alike; it knows neither.",
  ),
  layer(
    "lexical-stays-replaceable",
    "^src/lexical/",
    [ANALYSIS, PORTS, MODEL],
    "The index answers ports so that another engine can replace it whole.",
  ),
  {
    name: "stages-do-not-meet",
    severity: "error",
    comment:
      "engine.ts hands one stage's result to the next, so that any stage can be frozen and measured alone.",
    from: { path: "^src/pipeline/([^/]+)/" },
    to: { path: "^src/", pathNot: ["^src/pipeline/$1/", ANALYSIS, PORTS, MODEL, ERRORS] },
  },
  {
    name: "adapters-do-not-meet",
    severity: "error",
    comment:
      "An adapter answers a port; what two adapters share is the port, the model, or a file beside their folders.",
    from: { path: "^src/(stores|sources)/([^/]+)/" },
    to: { path: "^src/", pathNot: ["^src/$1/$2/", "^src/$1/[^/]+[.]ts$", PORTS, MODEL, ERRORS] },
  },
  {
    name: "what-adapters-share-names-no-adapter",
    severity: "error",
    comment: "Reading a file safely is the same for every source; it knows none of them.",
    from: { path: "^src/(stores|sources)/[^/]+[.]ts$" },
    to: { path: "^src/", pathNot: ["^src/$1/[^/]+[.]ts$", PORTS, MODEL, ERRORS] },
  },
  layer(
    "host-answers-ports",
    "^src/host/",
    [PORTS, MODEL],
    "The host layer is clock, processes and threads behind ports.",
  ),
  layer(
    "engine-names-no-adapter",
    "^src/engine[.]ts$",
    [CALLS, PORTS, MODEL],
    "engine.ts tells the story; open-engine.ts picks the cast.",
  ),
  layer(
    "calls-order-the-stages",
    CALLS,
    ["^src/pipeline/", ANALYSIS, PORTS, MODEL],
    "A call hands one stage's result to the next; it names no adapter.",
  ),
  {
    name: "adapters-are-chosen-at-the-roots",
    severity: "error",
    comment: "Only the composition roots (src/open-*.ts) name real adapters.",
    from: {
      path: "^src/",
      pathNot:
        "^src/(lexical|stores|sources|host)/|^src/open-(engine|processor|session|sources|worker)[.]ts$",
    },
    to: { path: "^src/(lexical|stores|sources|host)/" },
  },
  {
    name: "interfaces-use-the-public-api",
    severity: "error",
    comment: "What an interface needs, a user of the library needs too: export it from index.ts.",
    from: { path: "^src/interfaces/([^/]+)/" },
    to: { path: "^src/", pathNot: ["^src/interfaces/$1/", "^src/(index|lab|errors)[.]ts$", MODEL] },
  },
  {
    name: "nothing-imports-interfaces",
    severity: "error",
    comment: "Interfaces are the top of the tree.",
    from: { path: "^src/", pathNot: "^src/(interfaces|bin)/" },
    to: { path: "^src/interfaces/" },
  },
  {
    name: "sql-in-one-place",
    severity: "error",
    comment:
      "SQL and its driver stay in stores/sqlite/ (an importer may read another program's database).",
    from: { path: "^src/", pathNot: "^src/(stores/sqlite|sources/sessions)/" },
    to: { path: "@photostructure/sqlite|^node:sqlite$|^sqlite$" },
  },
  {
    name: "io-at-the-edge",
    severity: "error",
    comment: "Stages take what they need from the outside through ports.",
    from: { path: "^src/(model|ports|analysis|lexical|pipeline)/" },
    to: { dependencyTypes: ["core"], pathNot: "^(node:)?crypto$" },
  },
  {
    name: "no-dev-dependencies-in-src",
    severity: "error",
    comment: "It would be missing where the package is installed.",
    from: { path: "^src/" },
    to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
  },
];

export const CRUISE_OPTIONS: ICruiseOptions = {
  tsPreCompilationDeps: true,
  tsConfig: { fileName: "tsconfig.json" },
  doNotFollow: { path: "node_modules" },
  enhancedResolveOptions: { extensions: [".ts", ".js"] },
};

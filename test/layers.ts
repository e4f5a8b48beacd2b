import type { ICruiseOptions, IRegularForbiddenRuleType } from "dependency-cruiser";

// docs/architecture.md in a form that can be run: architecture.test.ts applies it to every module.

/** A part of the source and the only other parts it may name. Everything may name `errors.ts` and what stands beside it. */
interface Part {
  readonly name: string;
  /** A regular expression over paths. What it captures tells neighbors in one folder apart. */
  readonly path: string;
  readonly sees: readonly string[];
  readonly why: string;
}

const folder = (name: string): string => `^src/${name}/`;
const file = (name: string): string => `^src/${name}[.]ts$`;

const WORDS = [folder("ports"), folder("model")];
const PURE = [folder("analysis"), ...WORDS];
/** The files that pick what a process or a thread is made of. */
const ROOTS = file(
  "open-(?:engine|entries|ledger|policies|processor|session|sources|transcripts|worker)",
);
const ADAPTERS = folder("(?:host|lexical|sources|stores)");

const PARTS: readonly Part[] = [
  {
    name: "model",
    path: folder("model"),
    sees: [],
    why: "Everybody shares these words; a word that needs another part belongs to that part.",
  },
  {
    name: "ports",
    path: folder("ports"),
    sees: [folder("model")],
    why: "A promise must be readable without the program behind it.",
  },
  {
    name: "analysis",
    path: folder("analysis"),
    sees: [folder("model")],
    why: "What a word is may not depend on who asks.",
  },
  {
    name: "lexical",
    path: folder("lexical"),
    sees: PURE,
    why: "Whoever swaps this index for another swaps this folder and nothing else.",
  },
  {
    name: "a stage",
    path: folder("pipeline/([^/]+)"),
    sees: [folder("pipeline/$1"), ...PURE],
    why: "Freezing the input of one stage must not drag another one along; a call in src/calls joins them.",
  },
  {
    name: "an adapter",
    path: folder("(stores|sources)/([^/]+)"),
    sees: [folder("$1/$2"), "^src/$1/[^/]+[.]ts$", ...WORDS],
    why: "It is picked alone. What two of them need stands beside them, in a port or in the model.",
  },
  {
    name: "what adapters share",
    path: "^src/(stores|sources)/[^/]+[.]ts$",
    sees: ["^src/$1/[^/]+[.]ts$", ...WORDS],
    why: "A file beside the adapters serves any of them and so may know none.",
  },
  {
    name: "host",
    path: folder("host"),
    sees: WORDS,
    why: "It lends the machine through ports and knows nobody who borrows it.",
  },
  {
    name: "the calls",
    path: folder("calls"),
    sees: [folder("pipeline"), ...PURE],
    why: "A call works with whatever adapters it is handed.",
  },
  {
    name: "the engine",
    path: file("engine"),
    sees: [folder("calls"), ...WORDS],
    why: "It is read to learn what happens, and the roots to learn with what.",
  },
  {
    name: "the lab",
    path: folder("lab"),
    sees: [file("index"), folder("pipeline/(?:admit|ledger)"), ...PURE],
    why: "It knows the labels. What it measures must not be able to know it.",
  },
  {
    name: "an interface",
    path: folder("interfaces/([^/]+)"),
    sees: [folder("interfaces/$1"), file("index"), folder("model")],
    why: "If it needs more than index.ts offers, so will the next user of the library.",
  },
];

/** A part sees itself as well; one that stands for several neighbors names itself by what its path captured. */
const toRule = ({ name, path, sees, why }: Part): IRegularForbiddenRuleType => ({
  name: `${name} sees only its own`,
  comment: why,
  severity: "error",
  from: { path },
  to: {
    path: "^src/",
    pathNot: [
      file("errors(?:-of-(?:admission|entries))?"),
      ...sees,
      ...(path.includes("(") ? [] : [path]),
    ],
  },
});

/** A rule that is not about one part alone. */
const never = (
  name: string,
  why: string,
  between: Pick<IRegularForbiddenRuleType, "from" | "to">,
): IRegularForbiddenRuleType => ({ name, comment: why, severity: "error", ...between });

export const LAYER_RULES: IRegularForbiddenRuleType[] = [
  ...PARTS.map(toRule),
  never("imports form no circle", "A circle has no place to begin reading.", {
    from: {},
    to: { circular: true },
  }),
  never("every file is reached", "What nobody imports is either unfinished or left over.", {
    from: { orphan: true, pathNot: file("(?:index|open-worker)") },
    to: {},
  }),
  never("roots pick adapters", "Two places that pick are two programs.", {
    from: { path: "^src/", pathNot: [ADAPTERS, ROOTS] },
    to: { path: ADAPTERS },
  }),
  never("interfaces are the top", "The program works without anybody in front of it.", {
    from: { path: "^src/", pathNot: folder("(?:interfaces|bin)") },
    to: { path: folder("interfaces") },
  }),
  never("labels stay in the lab", "A policy that could look up what is required decides nothing.", {
    from: { path: "^src/", pathNot: [folder("(?:lab|interfaces|bin)"), file("lab")] },
    to: { path: folder("lab") },
  }),
  never("one folder speaks SQL", "A table is changed where all its queries can be seen.", {
    from: { path: "^src/", pathNot: folder("stores/sqlite") },
    to: { path: ["@photostructure/sqlite", "^(?:node:)?sqlite$"] },
  }),
  never("inner parts touch no machine", "Hand them what they need through a port.", {
    from: { path: folder("(?:analysis|lexical|model|pipeline|ports)") },
    to: { dependencyTypes: ["core"], pathNot: "^(?:node:)?crypto$" },
  }),
  never("tools stay out of the package", "A user who installs it does not have them.", {
    from: { path: "^src/" },
    to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
  }),
];

export const CRUISE_OPTIONS: ICruiseOptions = {
  doNotFollow: { path: "node_modules" },
  enhancedResolveOptions: { extensions: [".ts", ".js"] },
  tsConfig: { fileName: "tsconfig.json" },
  // Type imports count: a part that speaks of another one's types depends on it.
  tsPreCompilationDeps: true,
};

import type { ArtifactKind } from "../../model/artifact.ts";

/** How a text is split, and what language its name says it is in. */
export interface TextKind {
  readonly kind: ArtifactKind;
  readonly language: string;
}

/** One line a language: its name, then the file endings. */
const MARKDOWN = "md markdown mdx mdown mdwn mkd mkdn mkdown mdc qmd rmd";
const RST = "rst rest";
const HTML = "html htm xhtml";
const PLAIN = "txt text log csv tsv adoc asciidoc asc org tex pod man diff patch srt vtt";
const CODE: Readonly<Record<string, string>> = {
  ada: "ada adb ads",
  assembly: "asm s",
  astro: "astro",
  awk: "awk",
  batch: "bat cmd",
  c: "c h",
  clojure: "clj cljs cljc edn",
  cmake: "cmake",
  cpp: "cc cpp cxx hh hpp hxx ipp",
  crystal: "cr",
  csharp: "cs csx",
  css: "css",
  cuda: "cu cuh",
  d: "d",
  dart: "dart",
  dockerfile: "dockerfile",
  elixir: "ex exs",
  elm: "elm",
  erlang: "erl hrl",
  fortran: "f f90 f95 f03",
  fsharp: "fs fsi fsx",
  glsl: "glsl vert frag",
  go: "go",
  graphql: "graphql gql",
  groovy: "groovy gradle",
  haskell: "hs lhs",
  hcl: "hcl tf tfvars",
  ini: "ini cfg conf properties editorconfig",
  java: "java",
  javascript: "js mjs cjs jsx",
  json: "json jsonc json5 jsonl ndjson ipynb webmanifest",
  julia: "jl",
  kotlin: "kt kts",
  less: "less",
  lisp: "lisp lsp cl el",
  lua: "lua",
  make: "mk mak",
  matlab: "m",
  nim: "nim",
  nix: "nix",
  ocaml: "ml mli",
  pascal: "pas pp",
  perl: "pl pm t",
  php: "php phtml",
  powershell: "ps1 psm1 psd1",
  prolog: "pro",
  protobuf: "proto",
  python: "py pyi pyw pyx",
  r: "r",
  ruby: "rb rake gemspec",
  rust: "rs",
  scala: "scala sc sbt",
  scheme: "scm ss rkt",
  scss: "scss sass",
  shell: "sh bash zsh fish ksh",
  solidity: "sol",
  sql: "sql",
  svelte: "svelte",
  swift: "swift",
  tcl: "tcl",
  toml: "toml",
  typescript: "ts mts cts tsx",
  verilog: "v sv svh",
  vhdl: "vhd vhdl",
  vim: "vim",
  vue: "vue",
  wasm: "wat wast",
  xml: "xml svg xsd xsl xslt plist csproj",
  yaml: "yaml yml",
  zig: "zig",
};

const BY_ENDING: ReadonlyMap<string, TextKind> = new Map([
  ...endings(MARKDOWN, { kind: "markdown", language: "markdown" }),
  ...endings(RST, { kind: "rst", language: "rst" }),
  ...endings(HTML, { kind: "html", language: "html" }),
  ...endings(PLAIN, { kind: "text", language: "unknown" }),
  ...Object.entries(CODE).flatMap(([language, list]) => endings(list, { kind: "code", language })),
]);

/** Whole file names, lowercase, that have no telling ending. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ["cmakelists.txt", "cmake"],
  ["containerfile", "dockerfile"],
  ["dockerfile", "dockerfile"],
  ["gemfile", "ruby"],
  ["gnumakefile", "make"],
  ["jenkinsfile", "groovy"],
  ["justfile", "make"],
  ["makefile", "make"],
  ["rakefile", "ruby"],
  ["vagrantfile", "ruby"],
  [".bashrc", "shell"],
  [".profile", "shell"],
  [".zshrc", "shell"],
]);

/** Tells kind and language by file name alone, letter case aside. What no rule knows is plain text in no known language. */
export function kindOf(path: string): TextKind {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const language = BY_NAME.get(name);
  if (language !== undefined) return { kind: "code", language };
  const ending = name.slice(name.lastIndexOf(".") + 1);
  const known = name.includes(".") ? BY_ENDING.get(ending) : undefined;
  return known ?? { kind: "text", language: "unknown" };
}

function endings(list: string, kind: TextKind): [string, TextKind][] {
  return list.split(" ").map((ending) => [ending, kind]);
}

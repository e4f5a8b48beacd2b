import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import MarkdownIt from "markdown-it";

/** The root of this project. */
export const PROJECT_ROOT: string = fileURLToPath(new URL("../../", import.meta.url));

export interface Fence {
  /** `README.md:12`, for messages. */
  readonly place: string;
  /** What follows the backticks; empty for an indented block. */
  readonly info: string;
  readonly lines: readonly string[];
}

/** A line of prose: outside every fence. */
export interface ProseLine {
  readonly place: string;
  readonly text: string;
}

export interface ProjectPage {
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
  readonly prose: readonly ProseLine[];
  readonly fences: readonly Fence[];
  readonly links: readonly string[];
}

const parser = new MarkdownIt();

/** Reads one page. Block borders are those of CommonMark, so a fence inside a list is a fence, too. */
export function parsePage(path: string, text: string): ProjectPage {
  const lines = text.split("\n");
  const fences: Fence[] = [];
  const links: string[] = [];
  const fenced = new Set<number>();
  for (const token of parser.parse(text, {})) {
    for (const child of token.children ?? []) {
      const href = child.attrGet("href");
      if (href !== null) links.push(href);
    }
    if ((token.type !== "fence" && token.type !== "code_block") || token.map === null) continue;
    const [start, end] = token.map;
    for (let line = start; line < end; line += 1) fenced.add(line);
    const content = token.content.replace(/\n$/, "").split("\n");
    fences.push({ place: `${path}:${start + 1}`, info: token.info.trim(), lines: content });
  }
  const prose = lines
    .map((line, index) => ({ place: `${path}:${index + 1}`, text: line }))
    .filter((_, index) => !fenced.has(index));
  return { path, text, prose, fences, links };
}

/** Reads every page that people read: those at the top, in docs/, and the guide to the examples. */
export function readProjectPages(): readonly ProjectPage[] {
  const docs = readdirSync(`${PROJECT_ROOT}docs`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`);
  return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md", ...docs.sort()].map(
    (path) => parsePage(path, readFileSync(`${PROJECT_ROOT}${path}`, "utf8")),
  );
}

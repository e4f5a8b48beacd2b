import type { Artifact, Origin } from "../../model/artifact.ts";
import { artifactRef } from "../../model/artifact-ref.ts";
import type { Gap } from "../../model/gap.ts";
import type { IndexDocument } from "../../model/index-document.ts";
import type { Passage } from "../../model/passage.ts";
import type { RawText } from "../../model/raw-text.ts";
import { decideInstants } from "./decide-instants.ts";
import { type DecodedText, decodeStrictly } from "./decode-strictly.ts";
import { findFrontMatter } from "./front-matter.ts";
import { type FrontMatterField, readFields } from "./front-matter-fields.ts";
import { tidyHeading } from "./heading-text.ts";
import { indexPassagesOf } from "./index-passages.ts";
import { kindOf, type TextKind } from "./kind-of.ts";
import { findLines } from "./line-table.ts";
import { locatePassages } from "./locate-passages.ts";
import { createScale } from "./measure-text.ts";
import { packSections, type Span } from "./pack-sections.ts";
import { readSectionInstants } from "./section-instants.ts";
import { findSnapshotRanges } from "./snapshot-range.ts";
import { splitText, type TextSplit } from "./split-text.ts";

/** A raw text as everything that is made of it, or why nothing is. */
export type TextReading =
  | {
      readonly status: "ok";
      readonly artifact: Artifact;
      /** They tile the bytes of the version: none is lost and none is in two (COR-23). */
      readonly passages: readonly Passage[];
      readonly indexDocument: IndexDocument;
    }
  | { readonly status: "gap"; readonly gap: Gap };

/**
 * Decodes, splits and describes one text. The result depends on the source, the path and the bytes alone: no clock, no file
 * system. It is a promise only because the Markdown and YAML libraries are loaded when the first text needs them.
 */
export async function readRawText(raw: RawText): Promise<TextReading> {
  const decoded = decodeStrictly(raw.bytes);
  if (decoded.status !== "text") {
    const code = decoded.status === "binary" ? "file_binary" : "file_undecodable";
    return { status: "gap", gap: { code, subject: raw.path, detail: decoded.reason } };
  }
  const { text, encoding } = decoded;
  const { kind, language } = kindOf(raw.path);
  const lines = findLines(text);
  // A YAML file begins with the same mark and is all metadata by that rule: code has no front matter.
  const frontMatter = kind === "code" ? "none" : findFrontMatter(lines);
  const firstLine = frontMatter === "none" ? 0 : frontMatter.endLine;
  const fields = frontMatter === "none" ? [] : await readFields(frontMatter);
  const split = await splitText(kind, lines, firstLine);
  const spans = packSections(
    split.blocks,
    lines,
    createScale(text, encoding, raw.bytes.length - decoded.bomBytes),
  );
  const instants = decideInstants(fields, findSnapshotRanges(lines, firstLine, split.blocks));
  const origin = originOf(raw, fields);
  const sectionObserved =
    origin === "rendered" ? readSectionInstants(lines, split.blocks, instants.observed) : "by_page";
  const artifact: Artifact = {
    ...identityOf(raw, decoded, { kind, language }),
    title: titleOf(raw.path, fields, split.title),
    ...instants,
    ...(sectionObserved === "by_page" ? {} : { sectionObserved }),
    origin,
  };
  return {
    status: "ok",
    artifact,
    passages: locatePassages(spans, { bytes: raw.bytes, decoded, lines }),
    indexDocument: indexDocumentOf(artifact, spans, split),
  };
}

function identityOf(
  raw: RawText,
  decoded: DecodedText,
  kind: TextKind,
): Omit<Artifact, "title" | "observed" | "edited" | "origin"> {
  const { source, path, version, bytes } = raw;
  const ref = artifactRef(source, path);
  return {
    ref,
    source,
    path,
    version,
    byteLength: bytes.length,
    encoding: decoded.encoding,
    ...kind,
  };
}

function titleOf(path: string, fields: readonly FrontMatterField[], byMarkup: string): string {
  const declared = fields.find((field) => field.name === "title")?.value ?? "";
  return tidyHeading(declared) || byMarkup || path.slice(path.lastIndexOf("/") + 1);
}

function originOf(raw: RawText, fields: readonly FrontMatterField[]): Origin {
  if (fields.some((field) => field.name === "origin" && field.value === "agent-generated")) {
    return "agent-generated";
  }
  return raw.source === "records" ? "rendered" : "authored";
}

function indexDocumentOf(
  artifact: Artifact,
  spans: readonly Span[],
  split: TextSplit,
): IndexDocument {
  const { ref, version, source, path, title, kind, language } = artifact;
  const passages = indexPassagesOf(spans, split, artifact.byteLength);
  return { artifact: ref, version, source, path, title, kind, language, passages };
}

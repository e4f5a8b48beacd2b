import type { DoctorFinding, DoctorResponse } from "../../../model/doctor-response.ts";
import type { View } from "../view.ts";
import { visibleText } from "../visible-text.ts";
import { formatSilentSources, formatTail, say } from "./format-envelope.ts";

const STATUS_COLUMNS = 13;

/** Returns one row a check, with what to do next under each that asks for something. */
export function formatDoctor(response: DoctorResponse, view: View): string {
  return [
    ...formatSilentSources(response.completeness, view),
    ...response.findings.flatMap((finding) => formatFinding(finding, view)),
    "",
    ...formatTail(response, view),
  ].join("\n");
}

function formatFinding(finding: DoctorFinding, view: View): string[] {
  const indent = " ".repeat(STATUS_COLUMNS);
  const status = finding.status.replace("_", " ").padEnd(STATUS_COLUMNS);
  const paint = paintOf(finding, view);
  const [first = "", ...more] = say(`${status}${finding.name}: ${finding.detail}`, view, indent);
  return [
    paint(status) + first.slice(STATUS_COLUMNS),
    ...more,
    ...(finding.advice === ""
      ? []
      : say(`${indent}→ ${visibleText(finding.advice)}`, view, `${indent}  `)),
  ];
}

function paintOf(finding: DoctorFinding, view: View): (text: string) => string {
  switch (finding.status) {
    case "ok":
      return view.paint.good;
    case "warning":
    case "failed":
      return view.paint.warning;
    case "not_checked":
      return view.paint.faint;
  }
}

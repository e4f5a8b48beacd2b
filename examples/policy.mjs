// A policy of your own: copy it to policies/one-a-file.mjs in a workspace, and name it in exhibit.config.json there:
// {"policies": {"one-a-file": "policies/one-a-file.mjs"}}. Then: exhibit bundle TASK --policy one-a-file

// #region policy
export const version = "one-a-file/1";

const placeOf = ({ rank }) => (rank === "unavailable" ? Number.POSITIVE_INFINITY : rank);

/** Admits the best section of each file, word for word, while there is room. */
export function decide({ pool, budget }) {
  const seen = new Set();
  let left = budget.tokens;
  const decideOne = ({ artifact, id, offers, recovery }) => {
    const section = offers.find((o) => o.granularity === "section" && o.fidelity === "exact");
    const fits = section !== undefined && section.tokens <= left && recovery.status === "resolved";
    if (!fits || seen.has(artifact)) {
      return { candidate: id, verdict: "reject", reason: { code: "policy_rejects" } };
    }
    seen.add(artifact);
    left -= section.tokens;
    return {
      candidate: id,
      verdict: "admit",
      representation: { granularity: "section", fidelity: "exact" },
      reason: { code: "policy_admits" },
    };
  };
  const ranked = [...pool.candidates].sort((a, b) => placeOf(a) - placeOf(b));
  return { decisions: ranked.map(decideOne) };
}
// #endregion policy

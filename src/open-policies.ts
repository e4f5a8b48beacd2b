import type { CallParts } from "./calls/session.ts";
import type { WorkspaceConfig } from "./host/load-config.ts";

export interface PoliciesSetup {
  readonly workspace: string;
  readonly config: Pick<WorkspaceConfig, "policies">;
  readonly toArtifact: CallParts["toArtifact"];
}

/**
 * Returns what finds a policy by name: one of this program, or one of the workspace's own, whose module is loaded only when a
 * call names it. Nothing of admission is loaded before.
 */
export function openPolicies({
  workspace,
  config,
  toArtifact,
}: PoliciesSetup): CallParts["policyOf"] {
  return async (name, pinned) => {
    const { choosePolicy, isPolicyName } = await import("./pipeline/admit/choose-policy.ts");
    const own = config.policies[name];
    if (own !== undefined && !isPolicyName(name)) {
      const { loadPolicy } = await import("./host/load-policy.ts");
      return loadPolicy({ workspace, name, path: own });
    }
    const { parseReference } = await import("./pipeline/cite/parse-reference.ts");
    // What is no reference is a gap of the pool, and pins nothing.
    const pins = pinned.flatMap((text) => {
      const reference = parseReference(text, toArtifact);
      return reference === "malformed" ? [] : [reference];
    });
    return choosePolicy(name, { pinned: pins }, Object.keys(config.policies));
  };
}

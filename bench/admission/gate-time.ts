import type { Pool } from "../../src/model/pool.ts";
import { NOTHING_RESIDENT } from "../../src/model/resident.ts";
import type { Policy } from "../../src/ports/policy.ts";
import { freezePool } from "../plugged-admission.ts";
import { NO_BUDGET } from "./margins.ts";

/** Milliseconds of CPU of the gate over pools of twenty candidates, after a round that is not counted. */
export interface GateTime {
  readonly policy: string;
  readonly pools: number;
  /** A pool that it has not seen: freezing it, reading its texts, deciding. */
  readonly first: { readonly p50: number; readonly p95: number };
  /** The same pool again, as when a bundle asks with less room. */
  readonly again: { readonly p50: number; readonly p95: number };
}

const FULL = 20;

/** Measures one policy over the full ones of these pools; each is handed over as a copy that was never frozen. */
export function measureGateTime(policy: Policy, pools: readonly Pool[]): GateTime {
  const full = pools.filter(({ candidates }) => candidates.length === FULL);
  const decide = (pool: Pool): number => {
    const started = process.cpuUsage();
    policy.decide({ pool, resident: NOTHING_RESIDENT, budget: NO_BUDGET });
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  };
  for (const pool of full) decide(structuredClone(pool));
  const first: number[] = [];
  const again: number[] = [];
  for (const pool of full) {
    first.push(decide(structuredClone(pool)));
    // A frozen pool is remembered.
    const seen = freezePool(structuredClone(pool));
    decide(seen);
    again.push(decide(seen));
  }
  return {
    policy: policy.version,
    pools: full.length,
    first: percentiles(first),
    again: percentiles(again),
  };
}

function percentiles(times: number[]): GateTime["first"] {
  times.sort((left, right) => left - right);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

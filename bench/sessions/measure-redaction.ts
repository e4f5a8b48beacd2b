import { redactSecrets } from "../plugged-program.ts";
import { seededRandom } from "../seeded-random.ts";
import { median } from "../speed/quantiles.ts";
import { createEventWriter } from "./invent-events.ts";

const ROUNDS = 5;

/** Returns how many megabytes of transcript text secrets are taken out of in a CPU second; the median of a few rounds. */
export function measureRedaction(): number {
  const writer = createEventWriter(seededRandom(11));
  const texts = Array.from({ length: 12 }, () => writer.whole(400)).flat();
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (const { text } of texts) redactSecrets(text);
    const { user, system } = process.cpuUsage(before);
    rates.push(bytes / (user + system));
  }
  return median(rates);
}

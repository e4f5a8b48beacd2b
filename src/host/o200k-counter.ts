import type { TokenCounter } from "../ports/token-counter.ts";

/** Special tokens are what a model's program puts in; in a text they are nothing but their characters. */
const AS_PLAIN_TEXT = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * Returns the counter of `o200k_base`. Its table takes longer to load than a search takes, so nothing loads it but what counts
 * tokens. Never throws, whatever the text.
 */
export async function openO200kCounter(): Promise<TokenCounter> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  return { name: "o200k_base", count: (text) => countTokens(text, AS_PLAIN_TEXT) };
}

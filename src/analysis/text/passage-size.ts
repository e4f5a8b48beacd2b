/** Sections longer than this are split at block borders: 400 estimated tokens, in quarters of a token. */
export const TARGET_QUARTER_TOKENS = 1600;

/** What may stay whole although it is over the target: 500 tokens. Saves a section a tail of a few words. */
export const MAX_QUARTER_TOKENS = 2000;

/** No passage is longer than this in UTF-8, nor in the bytes of its file (BUD-14). */
export const MAX_PASSAGE_BYTES = 4096;

/** The same for its text: the first passage also holds a byte order mark of up to three bytes. */
export const MAX_TEXT_BYTES: number = MAX_PASSAGE_BYTES - 3;

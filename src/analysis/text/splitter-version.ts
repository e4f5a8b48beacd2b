/**
 * Names the splitting rules. It is part of every generation's inputs digest, so a changed rule splits every text again:
 * raise it with any change that moves a passage's border, kind, heading path or index text, or an artifact's title or dates.
 */
export const splitterVersion = "4";

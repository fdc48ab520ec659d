/** Isolates a name in a sentence with U+2068 and U+2069, so that bidirectional characters in it do not affect the rest. */
export const isolateBidi = (name: string) => `\u2068${name}\u2069`;

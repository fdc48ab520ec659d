/** Whether the text is empty or a year of four digits. */
export const isOptionalYear = (text: string): boolean => /^([1-9]\d{3})?$/.test(text.trim());

/** Parses a text that `isOptionalYear` accepts. Returns null for an empty text. */
export const parseYear = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));

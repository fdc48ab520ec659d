/** Whether the text of a field is a year of four digits, or says nothing. */
export const isYear = (text: string): boolean => /^([1-9]\d{3})?$/.test(text.trim());

/** The year of such a text; null for none. */
export const yearOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));

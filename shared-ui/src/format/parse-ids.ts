const ID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-f-])/i;

/** Extracts the id from a typed or pasted text, which can be an id or a link. Returns other text unchanged, so that the server rejects it. */
export const parseId = (text: string): string => ID.exec(text)?.[0].toLowerCase() ?? text.trim();

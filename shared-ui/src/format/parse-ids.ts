const UUID_PATTERN = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-f-])/gi;

/** Extracts the distinct ids from a text that can contain ids and links. */
export const parseIds = (text: string): string[] => [...new Set(text.toLowerCase().match(UUID_PATTERN))];

/** Extracts the id from an id or a link. Returns other text unchanged, so that the server rejects it. */
export const parseId = (text: string): string => parseIds(text)[0] ?? text.trim();

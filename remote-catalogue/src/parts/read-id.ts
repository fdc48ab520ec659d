const ID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-f-])/i;

/** The id in what was typed or pasted, alone or in a link; what has none is sent as it is, for the server to say so. */
export const readId = (text: string): string => ID.exec(text)?.[0].toLowerCase() ?? text.trim();

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-f-])/gi;

/** Extracts the distinct ids from a typed or pasted text of ids and links. */
export function parseIds(text: string): string[] {
  return [...new Set((text.match(ID) ?? []).map((id) => id.toLowerCase()))];
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/i;
const LINK = new RegExp(`/group/(${ID.source})(?:[/?#]|$)`, 'i');

/** Extracts a group id from a typed or pasted id or link to a group. Returns null for other text. */
export function parseGroupId(text: string): string | null {
  const trimmedText = text.trim();
  const id = LINK.exec(trimmedText)?.[1] ?? (trimmedText.length === 36 ? ID.exec(trimmedText)?.[0] : undefined);
  return id?.toLowerCase() ?? null;
}

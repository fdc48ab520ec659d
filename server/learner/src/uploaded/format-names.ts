/** Names in a model file have any length and number, so messages contain only a part of them. */
const MAX_LENGTH = 60;
const MAX_NAMES = 5;

/** Shortens a text from a model file for a message. */
export const shorten = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);

/** Formats shortened texts as a list with a limited number of entries. */
export function formatNames(names: readonly string[]): string {
  const hiddenCount = names.length - MAX_NAMES;
  return [...names.slice(0, MAX_NAMES), ...(hiddenCount > 0 ? [`${hiddenCount} more`] : [])].join(', ');
}

/** Names in a model file have any length and number, so messages contain only a part of them. */
const MAX_NAME_LENGTH = 60;
const MAX_NAMES_IN_MESSAGE = 5;

/** Shortens a text from a model file for a message. */
export const shorten = (text: string) => (text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH)}…` : text);

/** Formats shortened texts as a list with a limited number of entries. */
export function formatNames(names: readonly string[]): string {
  const hiddenCount = names.length - MAX_NAMES_IN_MESSAGE;
  return [...names.slice(0, MAX_NAMES_IN_MESSAGE), ...(hiddenCount > 0 ? [`${hiddenCount} more`] : [])].join(', ');
}

/** Names to show to users for fields whose API names users would not understand. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  base64: 'The file',
  _base64: 'The file',
  meta_data: 'Metadata',
  data: 'The shape',
  url: 'The URL',
};

/** Matches a message that starts with a verb and so continues the name of its field, as in `name: is too long`. */
const PREDICATE =
  /^(?:is|are|was|were|has|have|must|cannot|would|belongs?|refers|leads|matches|needs|gives|lies|takes|requires)\b/;
/** Matches a message that is a complete sentence, as in `id: the label does not have values`. */
const SENTENCE = /^(?:the|a|an) /;

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const endSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Converts a message of the API about a field, such as `customer_id: is too long`, to a sentence for users. */
export function toPlainReason(reason: string): string {
  const [, path, message] = /^([a-z_][\w.-]*): (\S.*)$/s.exec(reason) ?? [];
  if (path === undefined || message === undefined) return reason;
  if (SENTENCE.test(message)) return endSentence(capitalize(message));
  // Ignore list indexes, as in `items.3.name`, which would confuse users.
  const field = path.split('.').findLast((pathSegment) => !/^\d+$/.test(pathSegment)) ?? path;
  const name = FIELD_NAMES[field] ?? capitalize(field.replace(/[_-]+/g, ' ').trim());
  return endSentence(`${name}${PREDICATE.test(message) ? ' ' : ': '}${message}`);
}

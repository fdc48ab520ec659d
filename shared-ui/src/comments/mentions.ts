import type { UserReference } from '@console/shared-contract/api';

/** Matches a mention in the stored text of a comment: `@{id}`. */
const MENTION = /@\{([0-9a-f-]{36})\}/g;
const WORD = /[\p{L}\p{N}_]/u;

/** A part of a comment's text: plain text, or the name of a mentioned user. */
export interface TextPart {
  text: string;
  isMention: boolean;
}

/** Splits a stored text into plain text and mentions. `unknown` is shown instead of the name of a former member. */
export function splitMentions(text: string, users: readonly UserReference[], unknown: string): TextPart[] {
  const names = new Map(users.map(({ id, username }) => [id, username]));
  const textParts: TextPart[] = [];
  let lastEnd = 0;
  for (const match of text.matchAll(MENTION)) {
    if (match.index > lastEnd) textParts.push({ text: text.slice(lastEnd, match.index), isMention: false });
    textParts.push({ text: `@${names.get(match[1] ?? '') ?? unknown}`, isMention: true });
    lastEnd = match.index + match[0].length;
  }
  if (lastEnd < text.length) textParts.push({ text: text.slice(lastEnd), isMention: false });
  return textParts;
}

/** Converts a stored text to the text in the editor, with names instead of ids. Mentions of unknown users keep their ids. */
export function toEditedText(text: string, users: readonly UserReference[]): string {
  const names = new Map(users.map(({ id, username }) => [id, username]));
  return text.replaceAll(MENTION, (mention, id: string) => (names.has(id) ? `@${names.get(id)}` : mention));
}

/** Converts the text in the editor to the text to store. `@` followed by a member's name becomes a mention; longer names match first. */
export function toStoredText(text: string, users: readonly UserReference[]): string {
  const candidates = users.toSorted((a, b) => b.username.length - a.username.length);
  let storedText = '';
  for (let position = 0; position < text.length;) {
    const user = text[position] === '@' ? candidates.find(({ username }) => isNameAt(text, position + 1, username)) : undefined;
    storedText += user ? `@{${user.id}}` : text[position];
    position += user ? user.username.length + 1 : 1;
  }
  return storedText;
}

function isNameAt(text: string, index: number, name: string): boolean {
  if (!text.startsWith(name, index)) return false;
  const nextCharacter = text[index + name.length];
  return nextCharacter === undefined || !WORD.test(nextCharacter) || !WORD.test(name.at(-1) ?? '');
}

/** Returns the text between the last `@` and the caret, and the position of the `@`. Null if no mention is being typed. */
export function findMentionSearch(text: string, caret: number): { start: number; search: string } | null {
  const match = /(?:^|[\s(])@([^\n@]{0,40})$/u.exec(text.slice(0, caret));
  if (!match) return null;
  const search = match[1] ?? '';
  return { start: caret - search.length - 1, search };
}

/** Returns at most eight members whose names contain the search text. Names that start with the search text come first. */
export function findMembers(users: readonly UserReference[], search: string): UserReference[] {
  const text = search.toLowerCase();
  const rank = ({ username }: UserReference) => username.toLowerCase().indexOf(text);
  return users
    .filter((user) => rank(user) >= 0)
    .toSorted((a, b) => Math.sign(rank(a)) - Math.sign(rank(b)) || a.username.localeCompare(b.username))
    .slice(0, 8);
}

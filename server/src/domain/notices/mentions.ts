import { MAX_MENTIONS } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { createFieldError } from '../../platform/errors';

/** A mention of a user in a text: `@{id}`. The database function `parse_mentions` uses the same pattern. */
const MENTION = /@\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}/g;
/** Maximum number of characters of a comment in a notice. */
const EXCERPT_LENGTH = 200;

const messages = {
  tooManyMentions: `mentions more than ${MAX_MENTIONS} users`,
  notMember: 'mentions a user who is not a member of the workspace',
} as const;

/** Returns the ids of the users that a text mentions, without duplicates. */
export function parseMentions(text: string): string[] {
  return [...new Set([...text.matchAll(MENTION)].map(([, id]) => id ?? ''))];
}

/** Throws 400 if a text mentions too many users, or one who is neither a member of the workspace nor mentioned in the previous text. */
export async function requireMentionedMembers(db: Db, workspaceId: string, text: string, previousText = ''): Promise<void> {
  const mentions = parseMentions(text);
  if (mentions.length > MAX_MENTIONS) throw createFieldError('text', messages.tooManyMentions);
  const previousIds = parseMentions(previousText);
  const addedIds = mentions.filter((id) => !previousIds.includes(id));
  if ((await readUsernames(db, workspaceId, addedIds)).size < addedIds.length) throw createFieldError('text', messages.notMember);
}

/** Returns the start of a text for a notice, with the names of members instead of their ids. */
export async function createExcerpt(db: Db, workspaceId: string, text: string): Promise<string> {
  const names = await readUsernames(db, workspaceId, parseMentions(text));
  const excerpt = text.replaceAll(MENTION, (_, id: string) => `@${names.get(id) ?? 'former member'}`);
  const characters = [...excerpt];
  return characters.length > EXCERPT_LENGTH ? `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…` : excerpt;
}

async function readUsernames(db: Db, workspaceId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; username: string }>`
    select u.id, u.username from membership m join app_user u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.user_id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, username }) => [id, username]));
}

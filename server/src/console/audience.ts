import { createHash } from 'node:crypto';
import type { CanarySelector, Registry } from '@console/shared-contract/federation';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Whether a person is a member of a workspace. */
export type MembershipCheck = (userId: string, workspaceId: string) => Promise<boolean>;

const ROW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether there is a workspace of that id, as the application's database has it. */
export const workspaceIn = (app: FastifyInstance) => async (id: string) => {
  if (!ROW_ID.test(id)) return false;
  const row = await app.deps.db.selectFrom('workspace').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
};

/** As the application's database has it. */
export const membershipIn =
  (app: FastifyInstance): MembershipCheck =>
  async (userId, workspaceId) => {
    // The header is anyone's to write; what is no id has no members.
    if (!ROW_ID.test(workspaceId)) return false;
    const row = await app.deps.db
      .selectFrom('membership')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return row !== undefined;
  };

/** Whom the registry is asked for. */
interface Audience {
  userId: string;
  /** Of a canary, with the person among its members. */
  workspaceId?: string;
}

/**
 * A number from 0 to 99 that stays with a person for one canary: a growing share only adds people, and the next canary
 * meets others.
 */
function seatOf(userId: string, remote: string, version: string): number {
  return createHash('sha256').update(`${remote}\0${version}\0${userId}`).digest().readUInt32BE(0) % 100;
}

function canaryFor({ userId, workspaceId }: Audience): CanarySelector {
  return (remote, canary) =>
    (workspaceId !== undefined && canary.workspaces.includes(workspaceId)) ||
    seatOf(userId, remote, canary.version) < canary.share;
}

/** Nobody is looked up for a workspace that no canary names. */
function isNamed(registry: Registry, workspaceId: string): boolean {
  return Object.values(registry.remotes).some(({ canary }) => canary?.workspaces.includes(workspaceId));
}

function userOf(app: FastifyInstance, request: FastifyRequest): string | undefined {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined || !app.hasDecorator('jwt')) return undefined;
  try {
    const { sub } = app.jwt.verify<{ sub?: unknown }>(token, { ignoreExpiration: true });
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Which canaries whoever asks is offered; undefined for someone unknown. A token that has run out still says who it is,
 * and that is all it is used for: every published version is there for all to fetch.
 */
export async function canaryChoiceOf(
  app: FastifyInstance,
  request: FastifyRequest,
  registry: Registry,
  isMember: MembershipCheck,
): Promise<CanarySelector | undefined> {
  const userId = userOf(app, request);
  if (userId === undefined) return undefined;
  const claimed = request.headers['x-workspace']?.toString();
  const isTheirs = claimed !== undefined && isNamed(registry, claimed) && (await isMember(userId, claimed));
  return canaryFor({ userId, workspaceId: isTheirs ? claimed : undefined });
}

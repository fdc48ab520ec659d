import { createHash } from 'node:crypto';
import type { CanarySelector, Registry } from '@console/shared-contract/federation';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Returns whether a user is a member of a workspace. */
export type MembershipCheck = (userId: string, workspaceId: string) => Promise<boolean>;

const ROW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Creates a function that checks in the application's database whether a workspace exists. */
export const createWorkspaceCheck = (app: FastifyInstance) => async (id: string) => {
  if (!ROW_ID.test(id)) return false;
  const row = await app.deps.db.selectFrom('workspace').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
};

/** Creates a membership check that uses the application's database. */
export const createMembershipCheck =
  (app: FastifyInstance): MembershipCheck =>
  async (userId, workspaceId) => {
    // The header is untrusted and may contain an invalid id, which the database would reject.
    if (!ROW_ID.test(workspaceId)) return false;
    const row = await app.deps.db
      .selectFrom('membership')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return row !== undefined;
  };

/**
 * The user and workspace for which the registry (the list of live versions) is requested. A canary is a version that only some users get.
 */
interface Audience {
  userId: string;
  /** Set if the user is a member of this workspace and a canary lists the workspace. */
  workspaceId?: string;
}

/**
 * Returns a number from 0 to 99 that is constant for a user and a canary version. Increasing the share of a canary therefore only adds
 * users, and the next canary goes to other users.
 */
function computeBucket(userId: string, remote: string, version: string): number {
  return createHash('sha256').update(`${remote}\0${version}\0${userId}`).digest().readUInt32BE(0) % 100;
}

function createCanarySelector({ userId, workspaceId }: Audience): CanarySelector {
  return (remote, canary) =>
    (workspaceId !== undefined && canary.workspaces.includes(workspaceId)) ||
    computeBucket(userId, remote, canary.version) < canary.share;
}

/** Whether any canary lists the workspace. Avoids a membership query for all other workspaces. */
function isCanaryWorkspace(registry: Registry, workspaceId: string): boolean {
  return Object.values(registry.remotes).some(({ canary }) => canary?.workspaces.includes(workspaceId));
}

function getUserId(app: FastifyInstance, request: FastifyRequest): string | undefined {
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
 * Returns a function that selects the canaries for the user of the request. Undefined for unknown users. An expired token still
 * identifies the user, which is safe because every published version is public.
 */
export async function getCanarySelector(
  app: FastifyInstance,
  request: FastifyRequest,
  registry: Registry,
  isMember: MembershipCheck,
): Promise<CanarySelector | undefined> {
  const userId = getUserId(app, request);
  if (userId === undefined) return undefined;
  const requestedId = request.headers['x-workspace']?.toString();
  const isOwnWorkspace =
    requestedId !== undefined && isCanaryWorkspace(registry, requestedId) && (await isMember(userId, requestedId));
  return createCanarySelector({ userId, workspaceId: isOwnWorkspace ? requestedId : undefined });
}

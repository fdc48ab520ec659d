import {
  SCOPE_PERMISSIONS,
  type AnnotatorAccess,
  type Permission,
  type Role,
  type TokenScope,
} from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { ChangeWriter } from '../database/change-log';
import { PREPARED, type Db } from '../database/connection';
import { annotatorAccess, memberRole } from './member-role';

/** A workspace the caller is a member of, with the services it has. */
export interface MemberWorkspace {
  id: string;
  role: Role;
  annotator_access: AnnotatorAccess;
  services: string[];
}

/** The user who sends the request, with everything that access decisions need. Loaded once per request. */
export interface Caller {
  id: string;
  username: string;
  email: string;
  default_workspace_id: string | null;
  can_download_model: boolean;
  has_password: boolean;
  /** Oldest membership first. */
  workspaces: MemberWorkspace[];
  /** The session that issued the access token; null if the request uses an API token. */
  session_id: string | null;
  /** Permissions to which the API token of the request is restricted. Null if the caller may do everything that the role allows. */
  permissions: readonly Permission[] | null;
  /** The named API token of the request. Null for sessions, and for the token that every user has. */
  token: { id: string; name: string } | null;
}

type Credential = { userId: string; sessionId: string } | { apiToken: string } | { tokenHash: Buffer };

interface CallerRow extends Omit<Caller, 'session_id' | 'permissions' | 'token'> {
  token: { id: string; name: string; scopes: TokenScope[]; is_use_recorded: boolean } | null;
}

/**
 * Loads the caller with one query. Returns null if no user has the credential, if the session has ended, or if the API token has
 * expired. A named API token restricts the workspaces and permissions of the caller.
 */
export async function loadCaller(db: Db, credential: Credential): Promise<Caller | null> {
  const { rows } = await sql<CallerRow>`${sql.raw(PREPARED)}
    select u.id, u.username, u.email, u.default_workspace_id, u.can_download_model, u.has_password,
      coalesce((
        select json_agg(json_build_object('id', m.workspace_id,
          'role', ${memberRole}, 'annotator_access', ${annotatorAccess},
          'services', array(select s.slug from workspace_service s where s.workspace_id = m.workspace_id))
          order by m.created, m.workspace_id)
        from membership m join workspace w on w.id = m.workspace_id
        where m.user_id = u.id and (t.workspace_id is null or m.workspace_id = t.workspace_id)), '[]'::json) as workspaces,
      case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'scopes', t.scopes,
        'is_use_recorded', coalesce(t.last_used > clock_timestamp() - interval '1 minute', false)) end as token
    from app_user u left join api_token t on t.hash = ${'tokenHash' in credential ? credential.tokenHash : null}
    where ${toCondition(credential)}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { token, ...user } = row;
  if (token && !token.is_use_recorded) await recordTokenUse(db, token.id);
  return {
    ...user,
    session_id: 'sessionId' in credential ? credential.sessionId : null,
    permissions: token ? token.scopes.flatMap((scope) => SCOPE_PERMISSIONS[scope]) : null,
    token: token && { id: token.id, name: token.name },
  };
}

function toCondition(credential: Credential) {
  if ('tokenHash' in credential) return sql`u.id = t.user_id and (t.expires is null or t.expires > clock_timestamp())`;
  if ('apiToken' in credential) return sql`u.api_token = ${credential.apiToken}`;
  return sql`u.id = ${credential.userId} and exists (
    select from session s where s.id = ${credential.sessionId} and s.user_id = u.id and s.ended is null
      and (s.expires is null or s.expires > clock_timestamp()))`;
}

/** Stores the time at which the token was last used. Concurrent requests write it only once. */
async function recordTokenUse(db: Db, id: string): Promise<void> {
  await sql`
    update api_token set last_used = clock_timestamp()
    where id = ${id} and (last_used is null or last_used < clock_timestamp() - interval '1 minute')`.execute(db);
}

/** Describes the caller to the change log. */
export function toChangeWriter({
  id,
  session_id,
  token,
}: Pick<Caller, 'id' | 'session_id' | 'token'>): Pick<ChangeWriter, 'userId' | 'origin' | 'token'> {
  return { userId: id, origin: session_id ? 'console' : 'token', token: token?.name };
}

import type { Permission, Role } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { memberRole } from './member-role';

/** A workspace the caller is a member of, with the services it has. */
export interface MemberWorkspace {
  id: string;
  role: Role;
  services: string[];
}

/** The user who sends the request, with everything that access decisions need. Loaded once per request. */
export interface Caller {
  id: string;
  username: string;
  email: string;
  default_workspace_id: string | null;
  can_download_model: boolean;
  /** Oldest membership first. */
  workspaces: MemberWorkspace[];
  /** The session that issued the access token; null if the request uses an API token. */
  session_id: string | null;
  /** Permissions to which the API token of the request is restricted. Null if the caller may do everything that the role allows. */
  permissions: readonly Permission[] | null;
}

type Credential = { userId: string; sessionId: string } | { apiToken: string };

/** Loads the caller with one query. Returns null if no user has the credential, or if the session has ended. */
export async function loadCaller(db: Db, credential: Credential): Promise<Caller | null> {
  const sessionId = 'sessionId' in credential ? credential.sessionId : null;
  const condition =
    'apiToken' in credential
      ? sql`u.api_token = ${credential.apiToken}`
      : sql`u.id = ${credential.userId} and exists (
        select from session s where s.id = ${credential.sessionId} and s.user_id = u.id and s.ended is null)`;
  const { rows } = await sql<Omit<Caller, 'session_id' | 'permissions'>>`
    select u.id, u.username, u.email, u.default_workspace_id, u.can_download_model,
      coalesce((
        select json_agg(json_build_object('id', m.workspace_id,
          'role', ${memberRole},
          'services', array(select s.slug from workspace_service s where s.workspace_id = m.workspace_id))
          order by m.created, m.workspace_id)
        from membership m join workspace w on w.id = m.workspace_id where m.user_id = u.id), '[]'::json) as workspaces
    from app_user u where ${condition}`.execute(db);
  const caller = rows[0];
  return caller ? { ...caller, session_id: sessionId, permissions: null } : null;
}

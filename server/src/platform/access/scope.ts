import { hasPermission, isServiceGranted, type Permission, type ServiceSlug } from '@console/shared-contract/api';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../database/connection';
import type { Database } from '../database/schema';
import { messages } from '../errors/messages';
import type { Caller, MemberWorkspace } from './caller';
import { HttpError, noService, notFound } from '../errors';
import { isLimitedToJobs } from './job-access';

/** Tables whose rows have the columns `id` and `workspace_id`. */
export type ScopedTable = {
  [T in keyof Database]: Database[T] extends { id: unknown; workspace_id: string } ? T : never;
}[keyof Database];
export type ScopedRow<T extends ScopedTable> = Selectable<Database[T]>;

interface FindOptions {
  /** Entity named by the 404 message. */
  entityName: string;
  /** A service that the row's workspace must have in addition to the service of the call. */
  service?: ServiceSlug;
  /** Locks the row until the transaction ends. A check and the following write then see the same row. */
  lock?: boolean;
}

export interface SameWorkspaceOptions {
  /** Name of the body field, for the message. */
  field: string;
  /** Entity named by the 404 message. */
  entityName: string;
}

/** Access rules for writers of many rows, which are checked row by row. */
export interface WriteScope {
  /** Workspaces whose rows are visible; all other rows count as missing. */
  workspaceIds: readonly string[];
  /** Throws 404 or 403 if the writer has no access to rows of the workspace. */
  requireWorkspace: (id: string) => void;
  /** The user on whose behalf rows are written; null for the server itself. */
  userId: string | null;
}

/** Creates the scope for background writers of the server: one workspace, without a check of its services. */
export function createWriteScope(workspaceId: string, userId: string | null = null): WriteScope {
  return { workspaceIds: [workspaceId], requireWorkspace: () => undefined, userId };
}

/** What a call requires of its caller. */
interface RequiredAccess {
  service?: ServiceSlug;
  /** Default: `view`. Null for calls that concern only the account of the caller. */
  permission?: Permission | null;
  requestedWorkspaceId?: string | null;
  /** Whether the call concerns all rows of the workspace. Members who are limited to their annotation jobs may not send it. */
  coversWorkspace?: boolean | undefined;
  /** Whether the call changes the account or returns credentials. A restricted API token may not send such calls. */
  needsUnrestrictedToken?: boolean;
}

interface Decision {
  hasCheckedAccess: boolean;
  /** Workspaces to which the call was granted access. */
  workspaces: Set<string>;
  /** Permissions that the call needed in these workspaces. */
  permissions: Set<Permission>;
}

/**
 * The only place that decides what a caller may access. If a handler responds without a decision, the route binder returns 500, so that a
 * forgotten check fails on the first call.
 *
 * Rows of workspaces that the caller is not a member of are reported as 404, wherever their id comes from. The response is 403 if the
 * workspace lacks the service of the call, or the role lacks the permission. If a call concerns a row, the workspace of the row decides;
 * a workspace that the client names is only a hint.
 */
export class Scope {
  constructor(
    readonly caller: Caller,
    private readonly db: Db,
    private readonly call: RequiredAccess,
    private readonly decision: Decision = { hasCheckedAccess: false, workspaces: new Set(), permissions: new Set() },
  ) {}

  /** Whether the handler has checked the access of the caller. */
  get hasCheckedAccess(): boolean {
    return this.decision.hasCheckedAccess;
  }

  /** The workspaces to which the handler was granted access. A stored response may only be replayed to members of all of them. */
  get workspaceIds(): string[] {
    return [...this.decision.workspaces];
  }

  /** The permissions that the handler has required in these workspaces. */
  get permissions(): Permission[] {
    return [...this.decision.permissions];
  }

  /** Returns the same scope on another connection or transaction. Decisions are shared. */
  withDb(db: Db): Scope {
    return new Scope(this.caller, db, this.call, this.decision);
  }

  /**
   * Grants access to the caller's own data, which belongs to no workspace. A workspace that the client names is ignored. A browser may
   * remember a workspace that its user has left, and the user must still be able to sign in and out.
   *
   * A restricted API token may read the account. It may neither change the account nor read credentials, because it could then bypass its
   * restrictions.
   */
  allowCallerOnly(): Caller {
    if (this.call.needsUnrestrictedToken && this.caller.permissions !== null) throw new HttpError(403, messages.tokenNotAllowed);
    this.decision.hasCheckedAccess = true;
    return this.caller;
  }

  /**
   * Returns the workspace for a list or a creation: `givenWorkspaceId` if given, otherwise the workspace of the request, otherwise the
   * caller's default workspace. Checks membership and the service of the call.
   */
  resolveWorkspace(givenWorkspaceId?: string | null, service?: ServiceSlug): MemberWorkspace {
    const id = givenWorkspaceId ?? this.call.requestedWorkspaceId ?? this.getDefaultWorkspaceId();
    return this.requireWorkspace(id, service);
  }

  /**
   * Returns a workspace by its id. Throws 404 if the caller is not a member. Throws 403 if the workspace lacks the service of the call, or
   * the additional `service`. Also throws 403 if the caller's role or API token lacks the permission of the call.
   */
  requireWorkspace(id: string, service?: ServiceSlug): MemberWorkspace {
    this.requireRequestedMembership();
    const workspace = this.requireMembership(id);
    for (const requiredService of [this.call.service, service]) {
      if (requiredService && !isServiceGranted(workspace.services, requiredService)) throw noService(requiredService);
    }
    this.requirePermission(id, this.call.permission ?? 'view');
    if (this.call.coversWorkspace && isLimitedToJobs(workspace)) throw new HttpError(403, messages.onlyOwnJobs);
    this.decision.hasCheckedAccess = true;
    this.decision.workspaces.add(id);
    return workspace;
  }

  /**
   * Throws 403 if the caller's role or API token does not include a permission in a workspace. For calls whose required permission depends
   * on the content.
   */
  requirePermission(workspaceId: string, permission: Permission): void {
    if (!hasPermission(this.requireMembership(workspaceId).role, permission)) throw new HttpError(403, messages.roleNotAllowed);
    if (!this.isAllowedByToken(permission)) throw new HttpError(403, messages.tokenNotAllowed);
    this.decision.permissions.add(permission);
  }

  /** Whether the caller has a permission in a workspace, for fields that only some members see. */
  isAllowed(workspaceId: string, permission: Permission): boolean {
    return hasPermission(this.requireMembership(workspaceId).role, permission) && this.isAllowedByToken(permission);
  }

  private isAllowedByToken(permission: Permission): boolean {
    return this.caller.permissions === null || this.caller.permissions.includes(permission);
  }

  /** Returns the access rules for bulk writes. Checks the workspace named by the request at once. */
  toWriteScope(): WriteScope {
    this.requireRequestedMembership();
    this.decision.hasCheckedAccess = true;
    return {
      workspaceIds: this.listMemberWorkspaceIds(),
      requireWorkspace: (id) => void this.requireWorkspace(id),
      userId: this.caller.id,
    };
  }

  /** Returns a row by its id from any workspace of the caller that has the service of the call. Throws 404 or 403. */
  async findRow<T extends ScopedTable>(table: T, id: string | number, options: FindOptions): Promise<ScopedRow<T>> {
    this.requireRequestedMembership();
    const { rows } = await sql<{ workspace_id: string }>`
      select * from ${sql.table(table)} where id = ${id} and workspace_id = any(${this.listMemberWorkspaceIds()})
      ${options.lock ? sql`for update` : sql``}`.execute(this.db);
    const row = rows[0];
    if (!row) throw notFound(options.entityName);
    this.requireWorkspace(row.workspace_id, options.service);
    return row as ScopedRow<T>;
  }

  /**
   * Checks that rows whose ids are in a request body belong to this workspace. Unknown ids, and ids of rows that the caller may not
   * access, are 404. Ids from another workspace of the caller are 400, and the message names the field.
   */
  async requireSameWorkspace(
    table: ScopedTable,
    ids: readonly (string | number)[],
    workspaceId: string,
    options: SameWorkspaceOptions,
  ): Promise<void> {
    await this.findRows(table, ids, workspaceId, options);
  }

  /** Like `requireSameWorkspace`, but returns the rows in the order of the ids. Repeated ids return one row. */
  async findRows<T extends ScopedTable>(
    table: T,
    ids: readonly (string | number)[],
    workspaceId: string,
    options: SameWorkspaceOptions & { lock?: boolean },
  ): Promise<ScopedRow<T>[]> {
    this.requireRequestedMembership();
    const uniqueIds = [...new Set(ids)];
    if (uniqueIds.length === 0) return [];
    const { rows } = await sql<{ id: string | number; workspace_id: string }>`
      select * from ${sql.table(table)} where id = any(${uniqueIds}) and workspace_id = any(${this.listMemberWorkspaceIds()})
      order by id ${options.lock ? sql`for update` : sql``}`.execute(this.db);
    if (rows.length < uniqueIds.length) throw notFound(options.entityName);
    if (rows.some((row) => row.workspace_id !== workspaceId)) throw new HttpError(400, messages.otherWorkspace(options.field));
    const rowsById = new Map(rows.map((row) => [row.id, row]));
    return uniqueIds.flatMap((id) => rowsById.get(id) ?? []) as ScopedRow<T>[];
  }

  private listMemberWorkspaceIds(): string[] {
    return this.caller.workspaces.map((workspace) => workspace.id);
  }

  /**
   * Checks membership if the client names a workspace, even if the workspace of a row decides. The check precedes all look-ups of rows,
   * because the console needs this error: it then stores unsent changes of a user who was removed from the workspace.
   */
  private requireRequestedMembership(): void {
    if (this.call.requestedWorkspaceId) this.requireMembership(this.call.requestedWorkspaceId);
  }

  private requireMembership(id: string): MemberWorkspace {
    const workspace = this.caller.workspaces.find((candidate) => candidate.id === id);
    if (!workspace) throw notFound('Workspace');
    return workspace;
  }

  private getDefaultWorkspaceId(): string {
    const memberIds = this.listMemberWorkspaceIds();
    const preferredId = this.caller.default_workspace_id;
    const id = preferredId && memberIds.includes(preferredId) ? preferredId : memberIds[0];
    if (!id) throw new HttpError(403, messages.noWorkspace);
    return id;
  }
}

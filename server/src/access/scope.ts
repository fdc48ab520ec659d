import { isServiceGranted, type ServiceSlug } from '@console/shared-contract/api';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../database/connection';
import type { Database } from '../database/schema';
import { messages } from '../errors/messages';
import type { Caller, MemberWorkspace } from './caller';
import { HttpError, noService, notFound } from '../errors';

/** Tables whose rows carry their id and their workspace. */
export type ScopedTable = {
  [T in keyof Database]: Database[T] extends { id: unknown; workspace_id: unknown } ? T : never;
}[keyof Database];
export type ScopedRow<T extends ScopedTable> = Selectable<Database[T]>;

export interface FindOptions {
  /** What the 404 says was not found; default 'Row'. */
  what?: string;
  /** A further service that the row's workspace must have, besides the call's own. */
  service?: ServiceSlug;
  /** Locks the row until the transaction ends, so that a check and the write that follows see the same row. */
  lock?: boolean;
}

export interface SameWorkspaceOptions {
  /** Name of the body field, for the message. */
  field: string;
  /** What the 404 says was not found; default 'Row'. */
  what?: string;
}

/** What a writer of many rows may touch, for the rows of each item are decided on their own. */
export interface Reach {
  /** Rows of other workspaces are not there. */
  workspaceIds: readonly string[];
  /** Throws 404 or 403 when rows of the workspace may not be touched. */
  requireWorkspace: (id: string) => void;
  /** Who the writer works for. */
  userId: string | null;
}

/** The reach of the server's own writers, who work in one workspace whatever its services. */
export function withinWorkspace(workspaceId: string, userId: string | null = null): Reach {
  return { workspaceIds: [workspaceId], requireWorkspace: () => undefined, userId };
}

interface Decision {
  made: boolean;
  /** Workspaces that the call was let into. */
  workspaces: Set<string>;
}

/**
 * The one place where it is decided what a caller may touch. A handler that answers without having asked here is
 * answered 500 by the route binder, so that forgetting is found by the first call.
 *
 * Rules: rows of workspaces the caller is no member of are 404, however their id came in; a workspace without the
 * call's service is 403; a row's own workspace decides, and a workspace named by the client is only a hint.
 */
export class Scope {
  constructor(
    readonly caller: Caller,
    private readonly db: Db,
    private readonly call: { service?: ServiceSlug; named?: string | null },
    private readonly decision: Decision = { made: false, workspaces: new Set() },
  ) {}

  /** Whether the handler has asked for any decision yet. */
  get isDecided(): boolean {
    return this.decision.made;
  }

  /** The workspaces that the handler was let into: whoever may see its answer may see them all. */
  get workspaceIds(): string[] {
    return [...this.decision.workspaces];
  }

  /** The same scope on another connection or transaction. */
  on(db: Db): Scope {
    return new Scope(this.caller, db, this.call, this.decision);
  }

  /**
   * For calls that answer about the caller alone, in no workspace. One that the client names is not looked at: a
   * browser that remembers a workspace its user was removed from must still be able to sign in and out.
   */
  callerOnly(): Caller {
    this.decision.made = true;
    return this.caller;
  }

  /**
   * The workspace a list or a creation is for: `ref`, else the one the request names, else the caller's default.
   * Checks membership and the call's service.
   */
  workspace(ref?: string | null, service?: ServiceSlug): MemberWorkspace {
    const id = ref ?? this.call.named ?? this.defaultWorkspaceId();
    return this.requireWorkspace(id, service);
  }

  /** Membership (404) and services (403) of a workspace known by its id. */
  requireWorkspace(id: string, service?: ServiceSlug): MemberWorkspace {
    // Wherever a workspace is named the membership is checked, also where the row's own decides.
    if (this.call.named) this.membership(this.call.named);
    const workspace = this.membership(id);
    for (const wanted of [this.call.service, service]) {
      if (wanted && !isServiceGranted(workspace.services, wanted)) throw noService(wanted);
    }
    this.decision.made = true;
    this.decision.workspaces.add(id);
    return workspace;
  }

  /** What this call may touch of many rows. The workspace that the request names is checked at once. */
  reach(): Reach {
    if (this.call.named) this.membership(this.call.named);
    this.decision.made = true;
    return {
      workspaceIds: this.memberIds(),
      requireWorkspace: (id) => void this.requireWorkspace(id),
      userId: this.caller.id,
    };
  }

  /** One row by its id, of any workspace of the caller that has the call's service. */
  async findRow<T extends ScopedTable>(table: T, id: string | number, options: FindOptions = {}): Promise<ScopedRow<T>> {
    const { rows } = await sql<{ workspace_id: string }>`
      select * from ${sql.table(table)} where id = ${id} and workspace_id = any(${this.memberIds()})
      ${options.lock ? sql`for update` : sql``}`.execute(this.db);
    const row = rows[0];
    if (!row) throw notFound(options.what);
    this.requireWorkspace(row.workspace_id, options.service);
    return row as ScopedRow<T>;
  }

  /**
   * Checks that rows named in a body exist in this workspace, before they are linked to one of its rows.
   * Unknown or foreign ids are 404; ids of another workspace of the caller are 400 naming the field.
   */
  async requireSameWorkspace(
    table: ScopedTable,
    ids: readonly (string | number)[],
    workspaceId: string,
    options: SameWorkspaceOptions,
  ): Promise<void> {
    await this.findRows(table, ids, workspaceId, options);
  }

  /** As requireSameWorkspace, and answers the rows in the order of the ids; repeated ids give one row. */
  async findRows<T extends ScopedTable>(
    table: T,
    ids: readonly (string | number)[],
    workspaceId: string,
    options: SameWorkspaceOptions & { lock?: boolean },
  ): Promise<ScopedRow<T>[]> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return [];
    const { rows } = await sql<{ id: string | number; workspace_id: string }>`
      select * from ${sql.table(table)} where id = any(${wanted}) and workspace_id = any(${this.memberIds()})
      order by id ${options.lock ? sql`for update` : sql``}`.execute(this.db);
    if (rows.length < wanted.length) throw notFound(options.what);
    if (rows.some((row) => row.workspace_id !== workspaceId)) throw new HttpError(400, messages.otherWorkspace(options.field));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return wanted.flatMap((id) => byId.get(id) ?? []) as ScopedRow<T>[];
  }

  private memberIds(): string[] {
    return this.caller.workspaces.map((workspace) => workspace.id);
  }

  private membership(id: string): MemberWorkspace {
    const workspace = this.caller.workspaces.find((candidate) => candidate.id === id);
    if (!workspace) throw notFound('Workspace');
    return workspace;
  }

  private defaultWorkspaceId(): string {
    const memberIds = this.memberIds();
    const chosen = this.caller.default_workspace_id;
    const id = chosen && memberIds.includes(chosen) ? chosen : memberIds[0];
    if (!id) throw new HttpError(403, messages.noWorkspace);
    return id;
  }
}

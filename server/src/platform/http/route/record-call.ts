import type { ApiCallKey, AuditAction } from '@console/shared-contract/api';
import type { FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../../access/audit';
import type { Scope } from '../../access/scope';
import type { Db } from '../../database/connection';

/** The audited action of a call, or a function that reads it from the parsed body. */
export type AuditOption<Body> = AuditAction | ((body: Body) => AuditAction | null);

/** The ids of the rows that a bulk call has changed, by workspace. */
export type ChangedIds = ReadonlyMap<string, readonly string[]>;

/**
 * Writes a deletion or verification to the audit logs of its workspaces, in the transaction of the call. Every call runs this
 * function, so that a new call with the method DELETE is logged automatically. A bulk call is only logged in workspaces whose
 * rows have changed. `changedIds` is null for other calls.
 */
export async function recordCall<Body>(
  db: Db,
  key: ApiCallKey,
  audit: AuditOption<Body> | undefined,
  request: FastifyRequest,
  scope: Scope,
  changedIds: ChangedIds | null,
): Promise<void> {
  const option = audit ?? (request.method === 'DELETE' ? 'delete' : null);
  const action = typeof option === 'function' ? option(request.body as Body) : option;
  if (!action) return;
  const event = {
    action,
    actor: scope.caller,
    subject: getSubject(key),
    subjectId: getId(request.params, 'id') ?? getId(request.body, 'image_id') ?? getId(request.body, 'group_id'),
  };
  if (!changedIds) return recordAuditEvent(db, scope.workspaceIds, event);
  for (const [workspaceId, ids] of changedIds)
    if (ids.length > 0) await recordAuditEvent(db, [workspaceId], { ...event, changedIds: ids });
}

/** The audited action of a call that applies one change to many rows. */
export function getChangeAudit({ change }: { change: string }): AuditAction | null {
  return change === 'verify' || change === 'delete' ? change : null;
}

/** Returns `recognition/label` for `DELETE /recognition/v2/label/{id}`. */
function getSubject(key: ApiCallKey): string {
  const pathSegments = key.slice(key.indexOf('/') + 1).split('/');
  return pathSegments.filter((part) => part !== '' && !/^v\d+$|^\{/.test(part)).join('/');
}

function getId(value: unknown, name: string): string | undefined {
  const id: unknown = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

import type { ApiCallKey, AuditAction } from '@console/shared-contract/api';
import type { FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../../access/audit';
import type { Scope } from '../../access/scope';
import type { Db } from '../../database/connection';

const VERIFY_CALLS = /^POST .*verification\/$/;
const DELETE_CALLS = /^DELETE |merge-groups$/;
const BULK_CALLS = /bulk$/;
const CHANGE_CALLS = /(group|product)\/change$/;

/**
 * Writes a deletion or verification to the audit logs of its workspaces, in the transaction of the call.
 * It runs for every call, so that a new call that deletes is logged automatically.
 */
export async function recordCall(db: Db, key: ApiCallKey, request: FastifyRequest, scope: Scope): Promise<void> {
  const action = getAction(key, request.body);
  if (!action) return;
  await recordAuditEvent(db, scope.workspaceIds, {
    action,
    actor: scope.caller,
    subject: getSubject(key),
    subjectId: getId(request.params, 'id') ?? getId(request.body, 'image_id') ?? getId(request.body, 'group_id'),
  });
}

function getAction(key: ApiCallKey, body: unknown): AuditAction | null {
  if (VERIFY_CALLS.test(key)) return 'verify';
  if (CHANGE_CALLS.test(key)) return getBulkAction(body);
  if (DELETE_CALLS.test(key)) return 'delete';
  return BULK_CALLS.test(key) && hasDeletion(body) ? 'delete' : null;
}

/** The audited action of a call that applies one change to many rows, if any. */
function getBulkAction(body: unknown): AuditAction | null {
  const { change } = (body ?? {}) as { change?: unknown };
  return change === 'verify' || change === 'delete' ? change : null;
}

/** Reads the items as the contract parses them: an invalid item has no `item` property. */
function hasDeletion(body: unknown): boolean {
  const { items = [] } = (body ?? {}) as { items?: readonly { item?: { op?: unknown } }[] };
  return items.some(({ item }) => item?.op === 'delete');
}

/** Returns `recognition/label` for `DELETE /recognition/v2/label/{id}`. */
function getSubject(key: ApiCallKey): string {
  const parts = key.slice(key.indexOf('/') + 1).split('/');
  return parts.filter((part) => part !== '' && !/^v\d+$|^\{/.test(part)).join('/');
}

function getId(value: unknown, name: string): string | undefined {
  const id: unknown = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

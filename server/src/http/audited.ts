import type { ApiCallKey, AuditAction } from '@console/shared-contract/api';
import type { FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../access/audit';
import type { Scope } from '../access/scope';
import type { Db } from '../database/connection';

const VERIFIES = /^POST .*verification\/$/;
const DELETES = /^DELETE |merge-groups$/;
const BULK = /bulk$/;
const MANY = /(group|product)\/change$/;

/**
 * Keeps a deletion or a verification in the logs of its workspaces, in the transaction of the call. Here, for all calls: a
 * new one that deletes is logged without anyone's thinking of it.
 */
export async function recordCall(db: Db, key: ApiCallKey, request: FastifyRequest, scope: Scope): Promise<void> {
  const action = actionOf(key, request.body);
  if (!action) return;
  await recordAuditEvent(db, scope.workspaceIds, {
    action,
    actor: scope.caller,
    subject: subjectOf(key),
    subjectId: idIn(request.params, 'id') ?? idIn(request.body, 'image_id') ?? idIn(request.body, 'group_id'),
  });
}

function actionOf(key: ApiCallKey, body: unknown): AuditAction | null {
  if (VERIFIES.test(key)) return 'verify';
  if (MANY.test(key)) return changeIn(body);
  if (DELETES.test(key)) return 'delete';
  return BULK.test(key) && hasDeletion(body) ? 'delete' : null;
}

/** What a call that changes many rows in one way does to them. */
function changeIn(body: unknown): AuditAction | null {
  const { change } = (body ?? {}) as { change?: unknown };
  return change === 'verify' || change === 'delete' ? change : null;
}

/** Items as the contract reads them: those that are wrong have none. */
function hasDeletion(body: unknown): boolean {
  const { items = [] } = (body ?? {}) as { items?: readonly { item?: { op?: unknown } }[] };
  return items.some(({ item }) => item?.op === 'delete');
}

/** `DELETE /recognition/v2/label/{id}` is of a `recognition/label`. */
function subjectOf(key: ApiCallKey): string {
  const parts = key.slice(key.indexOf('/') + 1).split('/');
  return parts.filter((part) => part !== '' && !/^v\d+$|^\{/.test(part)).join('/');
}

function idIn(value: unknown, name: string): string | undefined {
  const id: unknown = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

import type { AuditAction, Webhook, WebhookDelivery } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { omitUndefined } from '../../data-access/rows/partial-update';
import { readOne, readPage, toIsoTimestamp, type RowView } from '../../data-access/rows/view';
import { recordAuditEvent } from '../../platform/access/audit';
import type { Caller } from '../../platform/access/caller';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import { toLimitOffset } from '../../platform/http/route/links';
import { route } from '../../platform/http/route/route';
import { parseDestination } from './destination';
import { messages } from './messages';
import { enqueueDelivery } from './queue';
import { formatSecret } from './sign';
import { failWaitingDeliveries, requireWebhooksBelowLimit, rotateSecret } from './write';

const entityName = 'Webhook';

const webhookView: RowView<Webhook> = {
  from: sql`webhook w`,
  id: sql`w.id`,
  columns: sql<Webhook>`
    w.id, w.workspace_id as workspace, w.name, w.url, w.kinds, w.enabled, w.problem, ${toIsoTimestamp('w.failing_since')} as failing_since,
    (select max(${toIsoTimestamp('s.expires')}) from webhook_secret s
      where s.webhook_id = w.id and s.expires > clock_timestamp()) as previous_secret_expires,
    ${toIsoTimestamp('w.created')} as created`,
};

const deliveryView: RowView<WebhookDelivery> = {
  from: sql`webhook_delivery d`,
  id: sql`d.id`,
  columns: sql<WebhookDelivery>`
    d.id, d.webhook_id as webhook, d.kind, d.payload, ${toIsoTimestamp('d.created')} as created, d.state, d.attempts,
    ${toIsoTimestamp('d.attempted')} as attempted, ${toIsoTimestamp('d.next_attempt')} as next_attempt,
    d.status, d.duration_ms, d.response, d.error`,
};

/** Binds the routes of webhooks and their deliveries. */
export function bindWebhooks(app: FastifyInstance): void {
  bindManagement(app);
  bindDeliveries(app);
}

function bindManagement(app: FastifyInstance): void {
  const { webhookHosts } = app.deps.config;

  route(app, 'GET /webhooks/v2/webhook/', async ({ query, db, scope, page }) => {
    const where = [sql`w.workspace_id = ${scope.resolveWorkspace().id}`];
    const window = { where, order: sql`w.created desc, w.id`, ...toLimitOffset(query) };
    const { count, rows } = await readPage(db, webhookView, window);
    return page(count, rows);
  });

  route(app, 'POST /webhooks/v2/webhook/', async ({ body, db, scope, user }) => {
    const { id: workspaceId } = scope.resolveWorkspace();
    parseDestination(body.url, webhookHosts);
    await requireWebhooksBelowLimit(db, workspaceId);
    const { id } = await db
      .insertInto('webhook')
      .values({ workspace_id: workspaceId, name: body.name, url: body.url, kinds: [...new Set(body.kinds)], created_by: user.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const secret = await rotateSecret(db, id);
    await recordWebhookEvent(db, user, workspaceId, 'webhook-created', id);
    return { ...(await readOne(db, webhookView, id)), secret: formatSecret(secret) };
  });

  route(app, 'PATCH /webhooks/v2/webhook/{id}', async ({ params, body, db, scope, user }) => {
    const { id, workspace_id, enabled } = await scope.findRow('webhook', params.id, { entityName, lock: true });
    if (body.url !== undefined) parseDestination(body.url, webhookHosts);
    const isEnabledAgain = body.enabled === true && !enabled;
    const changedColumns = {
      ...omitUndefined({ name: body.name, url: body.url, enabled: body.enabled }),
      ...(body.kinds && { kinds: [...new Set(body.kinds)] }),
      ...(isEnabledAgain && { problem: null, failing_since: null }),
    };
    if (Object.keys(changedColumns).length > 0) {
      await db.updateTable('webhook').set(changedColumns).where('id', '=', id).execute();
      await recordWebhookEvent(db, user, workspace_id, 'webhook-changed', id);
    }
    if (body.enabled === false) await failWaitingDeliveries(db, id);
    return readOne(db, webhookView, id);
  });

  route(app, 'DELETE /webhooks/v2/webhook/{id}', { audit: 'webhook-deleted' }, async ({ params, db, scope }) => {
    const { id } = await scope.findRow('webhook', params.id, { entityName, lock: true });
    await db.deleteFrom('webhook').where('id', '=', id).execute();
  });

  route(app, 'POST /webhooks/v2/webhook/{id}/rotate-secret', async ({ params, db, scope, user }) => {
    const { id, workspace_id } = await scope.findRow('webhook', params.id, { entityName, lock: true });
    const secret = await rotateSecret(db, id);
    await recordWebhookEvent(db, user, workspace_id, 'webhook-secret', id);
    return { ...(await readOne(db, webhookView, id)), secret: formatSecret(secret) };
  });
}

async function recordWebhookEvent(db: Db, actor: Caller, workspaceId: string, action: AuditAction, id: string): Promise<void> {
  await recordAuditEvent(db, [workspaceId], { action, actor, subject: 'webhooks/webhook', subjectId: id });
}

function bindDeliveries(app: FastifyInstance): void {
  route(app, 'POST /webhooks/v2/webhook/{id}/test', async ({ params, db, scope, user }) => {
    const webhook = await scope.findRow('webhook', params.id, { entityName, lock: true });
    if (!webhook.enabled) throw new HttpError(409, messages.webhookDisabled);
    const data = { workspace: webhook.workspace_id, entity: null, user: user.id };
    const { id } = await db
      .insertInto('webhook_delivery')
      .values({
        workspace_id: webhook.workspace_id,
        webhook_id: webhook.id,
        kind: 'test',
        entity_id: null,
        payload: JSON.stringify({ type: 'test', timestamp: new Date().toISOString(), data }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(db, deliveryView, id);
  });

  route(app, 'GET /webhooks/v2/webhook/{id}/delivery/', async ({ params, query, db, scope, page }) => {
    const { id } = await scope.findRow('webhook', params.id, { entityName });
    const where = [sql`d.webhook_id = ${id}`, ...(query.state ? [sql`d.state = ${query.state}`] : [])];
    const window = { where, order: sql`d.position desc`, ...toLimitOffset(query) };
    const { count, rows } = await readPage(db, deliveryView, window);
    return page(count, rows);
  });

  route(app, 'POST /webhooks/v2/delivery/{id}/replay', async ({ params, db, scope }) => {
    const { id, webhook_id } = await scope.findRow('webhook_delivery', params.id, { entityName: 'Delivery' });
    // Every write locks the webhook first, to avoid deadlocks.
    const webhook = await scope.findRow('webhook', webhook_id, { entityName, lock: true });
    if (!webhook.enabled) throw new HttpError(409, messages.webhookDisabled);
    await db
      .updateTable('webhook_delivery')
      .set({ state: 'waiting', attempts: 0, next_attempt: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .execute();
    await enqueueDelivery(db, { id, webhook_id });
    return readOne(db, deliveryView, id);
  });
}

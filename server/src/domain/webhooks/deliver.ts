import { sql } from 'kysely';
import { Counter } from 'prom-client';
import { z } from 'zod';
import type { Config } from '../../platform/config';
import { PRODUCT_VERSION } from '../../platform/config/product-version';
import type { Db } from '../../platform/database/connection';
import { inSpan } from '../../platform/tracing/tracer';
import type { MaintenanceTask } from '../../platform/queue/kind';
import { isTrustedHost } from './destination';
import { DELIVER_WEBHOOK, enqueueDelivery } from './queue';
import { sendMessage, type SendOptions, type SendOutcome } from './send';
import { createSignatureHeaders } from './sign';
import { failWaitingDeliveries } from './write';

/** Seconds to wait after each failed attempt, about a day in total. */
const RETRY_DELAYS_SECONDS = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800];
/** A webhook is disabled if all its deliveries have failed for this long. */
const MAX_FAILING_DAYS = 5;
/** With status 410, a receiver requests that no more messages are sent, as Standard Webhooks defines. */
const HTTP_GONE = 410;
/** Maximum number of webhooks to which one server sends at the same time. */
const CONCURRENCY = 8;

const DeliveryPayload = z.object({ delivery: z.uuid() });

/** Counts the attempts that this server has made. */
export const deliveryAttempts = new Counter({
  name: 'console_webhook_attempts_total',
  help: 'Attempts of this server to deliver events to webhooks, by outcome: delivered, retried, or failed (not repeated)',
  labelNames: ['outcome'],
  registers: [],
});

interface DeliverDeps {
  db: Db;
  config: Pick<Config, 'webhookHosts'>;
  send?: SendOptions;
}

/**
 * Creates the task that sends deliveries at least once. If the server is killed, the queue runs the job again, and the receiver
 * recognizes the repetition by its `webhook-id`.
 */
export function createDeliverTask(deps: DeliverDeps): MaintenanceTask {
  return {
    name: DELIVER_WEBHOOK,
    concurrency: CONCURRENCY,
    run: (payload) => attemptDelivery(deps, DeliveryPayload.parse(payload).delivery),
  };
}

interface Delivery {
  id: string;
  webhook_id: string;
  kind: string;
  entity_id: string | null;
  body: string;
  attempts: number;
  url: string;
  enabled: boolean;
  secrets: Buffer[];
  /** Whether an earlier event of the same entity is still waiting. */
  is_blocked: boolean;
}

async function attemptDelivery({ db, config, send }: DeliverDeps, id: string): Promise<void> {
  const delivery = await readDelivery(db, id);
  // The job that finishes the earlier delivery enqueues this one.
  if (!delivery || delivery.is_blocked) return;
  if (!delivery.enabled) return failWaitingDeliveries(db, delivery.webhook_id);
  const { url: urlText, body, secrets } = delivery;
  const url = new URL(urlText);
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Annotation-Console/${PRODUCT_VERSION}`,
    ...createSignatureHeaders(id, new Date(), body, secrets),
  };
  const outcome = await inSpan(
    // The span contains only the host name, because the path of the URL can contain a secret of the receiver.
    { name: 'POST webhook', kind: 'client', attributes: { 'http.request.method': 'POST', 'server.address': url.hostname } },
    () => sendMessage({ url, headers, body, isTrusted: isTrustedHost(url, config.webhookHosts) }, send),
    ({ status }) => ({ 'http.response.status_code': status ?? undefined }),
  );
  const result = await db.transaction().execute((trx) => recordOutcome(trx, delivery, outcome));
  if (result) deliveryAttempts.inc({ outcome: result });
}

async function readDelivery(db: Db, id: string): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    select d.id, d.webhook_id, d.kind, d.entity_id, d.payload::text as body, d.attempts, w.url, w.enabled,
      array(select secret from webhook_secret s where s.webhook_id = w.id and (s.expires is null or s.expires > clock_timestamp())
        order by s.expires nulls first) as secrets,
      exists (select from webhook_delivery e where e.webhook_id = d.webhook_id and e.entity_id = d.entity_id
        and e.state = 'waiting' and e.position < d.position) as is_blocked
    from webhook_delivery d join webhook w on w.id = d.webhook_id where d.id = ${id} and d.state = 'waiting'`.execute(db);
  return rows[0];
}

type DeliveryResult = 'delivered' | 'retried' | 'failed';

/** Stores the outcome, and enqueues the next attempt or the next event of the entity. Null if the delivery was changed meanwhile. */
async function recordOutcome(trx: Db, delivery: Delivery, outcome: SendOutcome): Promise<DeliveryResult | null> {
  const { id, webhook_id, attempts } = delivery;
  const delaySeconds = delivery.kind === 'test' || outcome.status === HTTP_GONE ? undefined : RETRY_DELAYS_SECONDS[attempts];
  const result = outcome.error === null ? 'delivered' : delaySeconds === undefined ? 'failed' : 'retried';
  const isWaiting = result === 'retried';
  // Every write locks the webhook first, to avoid deadlocks.
  await trx.selectFrom('webhook').select('id').where('id', '=', webhook_id).forNoKeyUpdate().execute();
  const { rows } = await sql`
    update webhook_delivery set attempts = attempts + 1, attempted = clock_timestamp(), state = ${isWaiting ? 'waiting' : result},
      next_attempt = ${isWaiting ? sql`clock_timestamp() + make_interval(secs => ${delaySeconds})` : sql`null`},
      status = ${outcome.status}, duration_ms = ${outcome.durationMs}, response = ${outcome.response}, error = ${outcome.error}
    where id = ${id} and state = 'waiting' and attempts = ${attempts} returning id`.execute(trx);
  if (rows.length === 0) return null;
  if (isWaiting) await enqueueDelivery(trx, delivery, delaySeconds);
  else await enqueueNext(trx, delivery);
  await recordHealth(trx, delivery, outcome);
  return result;
}

async function enqueueNext(trx: Db, { webhook_id, entity_id }: Delivery): Promise<void> {
  if (entity_id === null) return;
  const nextDelivery = await trx
    .selectFrom('webhook_delivery')
    .select(['id', 'webhook_id'])
    .where('webhook_id', '=', webhook_id)
    .where('entity_id', '=', entity_id)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  if (nextDelivery) await enqueueDelivery(trx, nextDelivery);
}

/** Disables a webhook whose receiver no longer exists or has been failing for days. */
async function recordHealth(trx: Db, { webhook_id }: Delivery, { status, error }: SendOutcome): Promise<void> {
  const isFailing = sql`failing_since < clock_timestamp() - make_interval(days => ${MAX_FAILING_DAYS})`;
  const disabledReason =
    status === HTTP_GONE ? sql`'gone'` : error === null ? sql`null` : sql`case when ${isFailing} then 'failing' end`;
  const { rows } = await sql<{ problem: string | null }>`
    update webhook set problem = ${disabledReason},
      failing_since = ${error === null ? sql`null` : sql`coalesce(failing_since, clock_timestamp())`}
    where id = ${webhook_id} and enabled returning problem`.execute(trx);
  if (!rows[0]?.problem) return;
  await trx.updateTable('webhook').set({ enabled: false }).where('id', '=', webhook_id).execute();
  await failWaitingDeliveries(trx, webhook_id);
}

/**
 * Creates the task that adds missing queue jobs of waiting deliveries. Jobs are missing after a backup was restored, because it contains no
 * queue, and after a job has failed too often.
 */
export function createResumeTask(db: Db): MaintenanceTask {
  return {
    name: 'resume-webhook-deliveries',
    schedule: '*/5 * * * *',
    run: () =>
      db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ id: string; webhook_id: string }>`
          select d.id, d.webhook_id from webhook_delivery d
          where d.state = 'waiting' and d.next_attempt < clock_timestamp() - interval '5 minutes'
            and not exists (select from graphile_worker.jobs j
              where j.key = 'webhook-delivery:' || d.id and j.attempts < j.max_attempts)
            and not exists (select from webhook_delivery e where e.webhook_id = d.webhook_id and e.entity_id = d.entity_id
              and e.state = 'waiting' and e.position < d.position)
          order by d.position limit 1000 for update of d skip locked`.execute(trx);
        for (const row of rows) await enqueueDelivery(trx, row);
      }),
  };
}

import { MAX_WEBHOOKS } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import { messages } from './messages';
import { createSecret } from './sign';

/** How long the previous secret still signs deliveries. */
const OVERLAP_HOURS = 24;
/** How long deliveries are listed. */
const RETENTION_DAYS = 30;

/** Throws 409 at the maximum number of webhooks. Locks the workspace, so that concurrent calls cannot exceed it. */
export async function requireWebhooksBelowLimit(trx: Db, workspaceId: string): Promise<void> {
  await trx.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute();
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook where workspace_id = ${workspaceId}`.execute(trx);
  if ((rows[0]?.count ?? 0) >= MAX_WEBHOOKS) throw new HttpError(409, messages.tooManyWebhooks(MAX_WEBHOOKS));
}

/**
 * Creates and returns a secret of a webhook whose row the caller has locked. The previous secret stays valid for a day, and older secrets
 * are deleted.
 */
export async function rotateSecret(trx: Db, webhookId: string): Promise<Buffer> {
  await trx.deleteFrom('webhook_secret').where('webhook_id', '=', webhookId).where('expires', 'is not', null).execute();
  await trx
    .updateTable('webhook_secret')
    .set({ expires: sql<Date>`clock_timestamp() + make_interval(hours => ${OVERLAP_HOURS})` })
    .where('webhook_id', '=', webhookId)
    .execute();
  const secret = createSecret();
  await trx.insertInto('webhook_secret').values({ webhook_id: webhookId, secret, expires: null }).execute();
  return secret;
}

/** Fails the waiting deliveries of a disabled webhook. They can be replayed. */
export async function failWaitingDeliveries(trx: Db, webhookId: string): Promise<void> {
  await trx
    .updateTable('webhook_delivery')
    .set({ state: 'failed', next_attempt: null, error: messages.webhookWasDisabled })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Deletes deliveries that are older than 30 days, and expired secrets. */
export async function deleteExpiredDeliveries(db: Db): Promise<void> {
  await sql`delete from webhook_delivery where created < clock_timestamp() - make_interval(days => ${RETENTION_DAYS})`.execute(
    db,
  );
  await sql`delete from webhook_secret where expires < clock_timestamp()`.execute(db);
}

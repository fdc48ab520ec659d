import type { Db } from '../../platform/database/connection';
import { enqueueJob } from '../../platform/queue/jobs';

/** Name of the task that sends a delivery. The triggers of `0053_webhooks.ts` add the first job of each delivery. */
export const DELIVER_WEBHOOK = 'deliver-webhook';

/** Adds the job that sends a delivery, or moves it to another time. Jobs of a webhook run one at a time. */
export function enqueueDelivery(trx: Db, delivery: { id: string; webhook_id: string }, delaySeconds = 0): Promise<void> {
  return enqueueJob(trx, {
    task: DELIVER_WEBHOOK,
    payload: { delivery: delivery.id },
    delaySeconds,
    key: `webhook-delivery:${delivery.id}`,
    queue: `webhook ${delivery.webhook_id}`,
  });
}

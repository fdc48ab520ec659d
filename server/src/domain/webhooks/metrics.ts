import { sql } from 'kysely';
import { Gauge, type Metric } from 'prom-client';
import type { Db } from '../../platform/database/connection';
import { deliveryAttempts } from './deliver';

/** Creates the metrics of webhooks. The gauge covers all servers of the database. */
export function createWebhookMetrics(db: Db): Metric[] {
  const oldestWaiting = new Gauge({
    name: 'console_webhook_oldest_waiting_seconds',
    help: 'Age of the event that has waited longest for its delivery to a webhook. 0 if none is waiting',
    registers: [],
    async collect() {
      const seconds = await readOldestSeconds(db).catch(() => null);
      if (seconds === null) this.remove();
      else this.set(seconds);
    },
  });
  return [oldestWaiting, deliveryAttempts];
}

async function readOldestSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(created)), 0)::float8 as seconds
    from webhook_delivery where state = 'waiting'`.execute(db);
  return rows[0]?.seconds ?? 0;
}

import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { Scope } from '../../../platform/access/scope';
import { badField } from '../../../platform/errors';
import type { JobRow } from './items';
import { messages } from './messages';

/** Throws 400 unless the job is an image job, because only these have layers. */
export function requireImageJob(type: JobRow['type']): void {
  if (type !== 'image') throw badField('blind', messages.onlyImageJobs);
}

/** Throws 400 if the setting would change after a user has started an item. Existing work cannot be moved between the image and a layer. */
export async function requireValidBlind(trx: Db, job: JobRow, blind: boolean): Promise<void> {
  if (blind === job.blind) return;
  requireImageJob(job.type);
  const { rows } = await sql`
    select from item_work w where w.job_id = ${job.id} and (w.done_at is not null or w.leased_until > clock_timestamp())
    union all select from item_layer y where y.job_id = ${job.id} limit 1`.execute(trx);
  if (rows.length > 0) throw badField('blind', messages.alreadyBegun);
}

/** Whether the job hides from the caller the work of others on open items. */
export function hidesOpenItems(scope: Scope, job: JobRow): boolean {
  return job.blind && !scope.isAllowed(job.workspace_id, 'review');
}

/** Whether a job must hide from annotators which items are gold. The work of others on closed items would reveal it. */
export const hidesGold = (job: Pick<JobRow, 'gold_rate' | 'done'>): boolean => job.gold_rate !== null && !job.done;

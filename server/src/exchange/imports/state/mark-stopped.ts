import type { Db } from '../../../platform/database/connection';
import { finishImport } from './finish-import';
import { messages } from './messages';

/** Updates an import whose background work was cancelled or has failed, even if the work had not started. */
export async function markStopped(
  trx: Db,
  { input }: { input: unknown },
  outcome: { state: 'cancelled' } | { state: 'failed'; error: string },
): Promise<void> {
  const { import: id } = input as { import: string };
  const error = outcome.state === 'failed' ? outcome.error : messages.cancelled;
  await finishImport(trx, id, outcome.state, error);
  await trx
    .updateTable('data_import')
    .set({ state: outcome.state, error })
    .where('id', '=', id)
    .where('state', 'in', ['reading', 'undoing'])
    .execute();
}

import type { Db } from '../../../database/connection';
import { messages } from './messages';

/** What becomes of an import whose work was cancelled or failed, be it before it began. */
export async function markStopped(
  trx: Db,
  { input }: { input: unknown },
  end: { state: 'cancelled' } | { state: 'failed'; error: string },
): Promise<void> {
  const { import: id } = input as { import: string };
  await trx
    .updateTable('data_import')
    .set({ state: end.state, error: end.state === 'failed' ? end.error : messages.cancelled })
    .where('id', '=', id)
    .where('state', 'in', ['reading', 'running', 'undoing'])
    .execute();
}

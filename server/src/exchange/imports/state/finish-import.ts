import type { EventData } from '@console/shared-contract/api';
import type { Db } from '../../../platform/database/connection';
import { recordEvents } from '../../../platform/events/record-events';

/** Stores how the run of an import has ended, and records the event. Does nothing if the import is not running. */
export async function finishImport(
  trx: Db,
  id: string,
  state: EventData<'import.finished'>['state'],
  error: string | null = null,
): Promise<void> {
  const row = await trx
    .updateTable('data_import')
    .set({ state, error })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning(['workspace_id', 'created_by', 'name'])
    .executeTakeFirst();
  if (!row) return;
  const { workspace_id: workspaceId, created_by: userId, name } = row;
  await recordEvents(trx, [{ kind: 'import.finished', workspaceId, userId, entityId: id, data: { name, state } }]);
}

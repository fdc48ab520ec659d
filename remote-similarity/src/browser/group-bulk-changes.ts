import type { GroupChange } from '@console/shared-contract/api';
import { getChangedIds, toIdBatches, type BulkChanges } from '@console/shared-ui/bulk';
import { changeGroups, type GroupQuery } from '../group-data/group.queries';
import { messages } from '../messages';

export const BULK_CHANGES = ['verify', 'test', 'train', 'delete'] as const;
type BulkChange = (typeof BULK_CHANGES)[number];
/** The change that undoes each change. */
const INVERSE_CHANGES: Record<BulkChange, GroupChange> = { verify: 'withdraw', test: 'train', train: 'test', delete: 'restore' };

/** Bulk changes of groups. */
export const groupBulkChanges: BulkChanges<BulkChange, GroupQuery, Awaited<ReturnType<typeof changeGroups>>> = {
  messages: messages.bulk,
  changes: [{ topic: 'groups' }],
  deletion: { dependentsCall: 'POST /similarity/training/v2/group/dependents', canUndo: true },
  send: (change, target) =>
    changeGroups({ change, ...('ids' in target ? { groups: target.ids } : { ...target, in_parts: true }) }),
  getUndoCalls: (change, batches) =>
    toIdBatches(getChangedIds(batches)).map(
      (groups) => () => changeGroups({ change: INVERSE_CHANGES[change], groups, skip_gone: true }),
    ),
};

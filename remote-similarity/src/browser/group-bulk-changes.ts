import type { BulkChanges } from '@console/shared-ui/bulk';
import { changeGroups, type GroupQuery } from '../group-data/group.queries';
import { bulkMessages } from './browser-messages';

export const BULK_CHANGES = ['verify', 'test', 'train', 'delete'] as const;
type BulkChange = (typeof BULK_CHANGES)[number];

/** Bulk changes of groups. */
export const groupBulkChanges: BulkChanges<BulkChange, GroupQuery, Awaited<ReturnType<typeof changeGroups>>> = {
  messages: bulkMessages,
  changes: [{ topic: 'groups' }],
  deletion: { dependentsCall: 'POST /similarity/training/v2/group/dependents' },
  send: (change, target, _input, options) =>
    changeGroups({ change, ...('ids' in target ? { groups: target.ids } : { ...target, in_parts: true }) }, options),
};

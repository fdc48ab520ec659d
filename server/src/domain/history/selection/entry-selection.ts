import { ChangedKind } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { isInHistory } from './select-history';

/** Which entries of the change log an undo reverts, as plain JSON. */
export const EntrySelection = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('set'),
    id: z.number(),
    /** Period of the set as text, because a Date would lose microseconds. The query then reads only the partitions of this period. */
    created: z.string(),
    finished: z.string(),
    onlyDeletions: z.boolean(),
  }),
  z.object({
    of: z.literal('version'),
    workspaceId: z.string(),
    subject: z.string(),
    row: z.string().optional(),
    kinds: z.array(ChangedKind),
    /** Id of the last entry of the version to restore. The selection contains all later entries. */
    change: z.number(),
  }),
]);
export type EntrySelection = z.output<typeof EntrySelection>;

/** SQL condition of the selected entries `c`. */
export function toEntryCondition(selection: EntrySelection): RawBuilder<unknown> {
  if (selection.of === 'set') {
    const { id, created, finished, onlyDeletions } = selection;
    return sql`c.change_set_id = ${id} and c.created between ${created} and ${finished}
      ${onlyDeletions ? sql`and c.operation = 'delete'` : sql``}`;
  }
  const { workspaceId, subject, row, kinds, change } = selection;
  return sql`c.workspace_id = ${workspaceId} and ${isInHistory(subject, row)} and c.relation = any(${kinds}::text[]) and c.id > ${change}`;
}

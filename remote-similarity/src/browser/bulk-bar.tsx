import { announce, useHasService } from '@console/shared-auth';
import type { GroupChange } from '@console/shared-contract/api';
import { ConfirmDialog, describeRefusal, useNotify } from '@console/shared-ui/basics';
import { BulkBar, type BulkSelection, getChangedIds, countSelected, useUndoNotice } from '@console/shared-ui/bulk';
import { DialogSlot, useDialog, useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { changeGroups, undoChange } from '../group/group.queries';
import { messages } from '../messages';
import { toFilterQuery, type GroupFilters } from './group-filters';

const bulkMessages = messages.bulk;
const BULK_CHANGES = ['verify', 'test', 'train', 'delete'] as const;
type BulkChange = (typeof BULK_CHANGES)[number];
/** The changes that Undo applies to the changed groups. */
const INVERSE_CHANGES: Record<BulkChange, GroupChange> = { verify: 'withdraw', test: 'train', train: 'test', delete: 'restore' };

export interface GroupsBulkBarProps {
  selection: BulkSelection;
  filters: GroupFilters;
  /** Number of groups that match the filters. */
  total: number;
  onSelectAll: () => void;
  onClear: () => void;
}

/** Bulk changes for the selected groups or all matching groups. All changes can be undone. */
export function GroupsBulkBar({ selection, filters, total, onSelectAll, onClear }: GroupsBulkBarProps) {
  const canVerify = useHasService('annotate');
  const dialog = useDialog<BulkChange>();
  const offerUndo = useUndoNotice();
  const notify = useNotify();
  const count = countSelected(selection, total);
  const [changedCount, setChangedCount] = useState(0);
  const write = useWrite({
    send: (change: BulkChange) =>
      changeGroups(change, selection.all ? { filter: toFilterQuery(filters) } : { groups: [...selection.ids] }, setChangedCount),
    failure: bulkMessages.failed,
    changes: () => [{ topic: 'groups' }],
  });
  const confirm = async (change: BulkChange, close: () => void) => {
    setChangedCount(0);
    const result = await write.send(change);
    if (!result) return;
    close();
    if (!result.ok) return;
    const { batches, failure } = result.result;
    const changed = getChangedIds(batches);
    if (failure === undefined) onClear();
    else notify.danger({ title: bulkMessages.stoppedAt(changed.length), text: describeRefusal(failure) });
    if (changed.length > 0)
      offerUndo(bulkMessages.done[change](changed.length), async () => {
        const restored = await undoChange(INVERSE_CHANGES[change], changed);
        await announce({ topic: 'groups' });
        if (restored < changed.length)
          notify.warning({ title: bulkMessages.undonePartly(restored, changed.length), text: bulkMessages.undoConflicts });
      });
    else if (failure === undefined) notify.info({ title: bulkMessages.unchanged });
  };
  const availableChanges = BULK_CHANGES.filter((change) => change !== 'verify' || canVerify);
  return (
    <>
      <BulkBar
        selection={selection}
        total={total}
        noun={bulkMessages.noun}
        changes={availableChanges.map((change) => ({ change, label: bulkMessages[change] }))}
        busy={write.isPending}
        isBatched
        onChange={dialog.open}
        onSelectAll={onSelectAll}
        onClear={onClear}
      />
      <DialogSlot dialog={dialog}>
        {(change, close) => (
          <ConfirmDialog
            open
            title={bulkMessages.titles[change](count)}
            confirmLabel={bulkMessages[change]}
            danger={change === 'delete'}
            busy={write.isPending}
            onConfirm={() => void confirm(change, close)}
            onCancel={close}
          >
            {write.isPending && changedCount > 0 ? bulkMessages.progress(changedCount, count) : undefined}
          </ConfirmDialog>
        )}
      </DialogSlot>
    </>
  );
}

import { announce, useHasService } from '@console/shared-auth';
import type { GroupChange } from '@console/shared-contract/api';
import { ConfirmDialog, describeRefusal, useNotify } from '@console/shared-ui/basics';
import { BulkBar, type BulkSelection, getChangedIds, countSelected, useUndoNotice } from '@console/shared-ui/bulk';
import { DialogSlot, useDialog, useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { changeGroups, undoChange } from '../group/group.queries';
import { messages } from '../messages';
import { filterQuery, type GroupFilters } from './group-filters';

const words = messages.bulk;
const changes = ['verify', 'test', 'train', 'delete'] as const;
type BulkChange = (typeof changes)[number];
/** What takes each back, of the groups that were changed. */
const BACK: Record<BulkChange, GroupChange> = { verify: 'withdraw', test: 'train', train: 'test', delete: 'restore' };

export interface GroupsBulkBarProps {
  selection: BulkSelection;
  filters: GroupFilters;
  /** Groups that match. */
  total: number;
  onSelectAll: () => void;
  onClear: () => void;
}

/** What is done with the groups that are picked, or with all that match: which can be undone. */
export function GroupsBulkBar({ selection, filters, total, onSelectAll, onClear }: GroupsBulkBarProps) {
  const mayVerify = useHasService('annotate');
  const dialog = useDialog<BulkChange>();
  const offerUndo = useUndoNotice();
  const notify = useNotify();
  const count = countSelected(selection, total);
  const [soFar, setSoFar] = useState(0);
  const write = useWrite({
    send: (change: BulkChange) =>
      changeGroups(change, selection.all ? { filter: filterQuery(filters) } : { groups: [...selection.ids] }, setSoFar),
    failure: words.failed,
    changes: () => [{ topic: 'groups' }],
  });
  const confirm = async (change: BulkChange, close: () => void) => {
    setSoFar(0);
    const written = await write.send(change);
    if (!written) return;
    close();
    if (!written.ok) return;
    const { batches: parts, failure } = written.result;
    const changed = getChangedIds(parts);
    if (failure === undefined) onClear();
    else notify.danger({ title: words.stoppedAt(changed.length), text: describeRefusal(failure) });
    if (changed.length > 0)
      offerUndo(words.done[change](changed.length), async () => {
        const back = await undoChange(BACK[change], changed);
        await announce({ topic: 'groups' });
        if (back < changed.length) notify.warning({ title: words.undoneInPart(back, changed.length), text: words.movedOn });
      });
    else if (failure === undefined) notify.info({ title: words.soAlready });
  };
  const offered = changes.filter((change) => change !== 'verify' || mayVerify);
  return (
    <>
      <BulkBar
        selection={selection}
        total={total}
        noun={words.noun}
        changes={offered.map((change) => ({ change, label: words[change] }))}
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
            title={words.ask[change](count)}
            confirmLabel={words[change]}
            danger={change === 'delete'}
            busy={write.isPending}
            onConfirm={() => void confirm(change, close)}
            onCancel={close}
          >
            {write.isPending && soFar > 0 ? words.soFar(soFar, count) : undefined}
          </ConfirmDialog>
        )}
      </DialogSlot>
    </>
  );
}

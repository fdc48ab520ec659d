import { announce, useHasService } from '@console/shared-auth';
import type { GroupChange } from '@console/shared-contract/api';
import { ConfirmDialog, useNotify } from '@console/shared-ui/basics';
import { BulkBar, type BulkSelection, countOf, useUndoNotice } from '@console/shared-ui/bulk';
import { DialogSlot, useDialog, useWrite } from '@console/shared-ui/pages';
import { changeGroups } from '../group/group.queries';
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

/** What is done with the groups that are picked, or with all that match: each by one call, which can be undone. */
export function GroupsBulkBar({ selection, filters, total, onSelectAll, onClear }: GroupsBulkBarProps) {
  const mayVerify = useHasService('annotate');
  const dialog = useDialog<BulkChange>();
  const offerUndo = useUndoNotice();
  const notify = useNotify();
  const count = countOf(selection, total);
  const write = useWrite({
    send: (change: BulkChange) =>
      changeGroups(change, selection.all ? { filter: filterQuery(filters) } : { groups: [...selection.ids] }),
    failure: words.failed,
    changes: () => [{ topic: 'groups' }],
  });
  const confirm = async (change: BulkChange, close: () => void) => {
    const written = await write.send(change);
    if (!written) return;
    close();
    if (!written.ok) return;
    onClear();
    const { answer: changed } = written;
    if (changed.length === 0) {
      notify.info({ title: words.soAlready });
      return;
    }
    offerUndo(words.done[change](changed.length), async () => {
      await changeGroups(BACK[change], { groups: changed });
      await announce({ topic: 'groups' });
    });
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
        onChange={dialog.open}
        onSelectAll={onSelectAll}
        onClear={onClear}
      />
      <DialogSlot of={dialog}>
        {(change, close) => (
          <ConfirmDialog
            open
            title={words.ask[change](count)}
            confirmLabel={words[change]}
            danger={change === 'delete'}
            busy={write.isPending}
            onConfirm={() => void confirm(change, close)}
            onCancel={close}
          />
        )}
      </DialogSlot>
    </>
  );
}

import { announce, useHasService } from '@console/shared-auth';
import type { GroupChange } from '@console/shared-contract/api';
import { Button, Caption1, CloseIcon, ConfirmDialog, makeStyles, tokens } from '@console/shared-ui/basics';
import { DialogSlot, useDialog, useWrite } from '@console/shared-ui/pages';
import { changeGroups } from '../group/group.queries';
import { messages } from '../messages';
import { useUndoNotice } from '../undo/use-undo-notice';
import { filterQuery, type GroupFilters } from './group-filters';
import type { GroupSelection } from './use-job-items';

const words = messages.bulk;
const changes = ['verify', 'test', 'train', 'delete'] as const;
type BulkChange = (typeof changes)[number];
/** What takes each back, of the groups that were changed. */
const BACK: Record<BulkChange, GroupChange> = { verify: 'withdraw', test: 'train', train: 'test', delete: 'restore' };

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

export interface BulkBarProps {
  selection: GroupSelection;
  filters: GroupFilters;
  /** Groups that match. */
  total: number;
  onSelectAll: () => void;
  onClear: () => void;
}

/** What is done with the groups that are picked, or with all that match: each by one call, which can be undone. */
export function BulkBar({ selection, filters, total, onSelectAll, onClear }: BulkBarProps) {
  const styles = useStyles();
  const mayVerify = useHasService('annotate');
  const dialog = useDialog<BulkChange>();
  const offerUndo = useUndoNotice();
  const count = selection.all ? total : selection.ids.size;
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
    offerUndo(words.done[change](changed.length), async () => {
      await changeGroups(BACK[change], { groups: changed });
      await announce({ topic: 'groups' });
    });
  };
  if (count === 0) return null;
  return (
    <div role="group" aria-label={words.selected(count)} className={styles.bar}>
      <span aria-live="polite">{words.selected(count)}</span>
      {!selection.all && count < total && (
        <Button size="small" onClick={onSelectAll}>
          {words.all(total)}
        </Button>
      )}
      <Button size="small" appearance="subtle" icon={<CloseIcon />} onClick={onClear}>
        {words.clear}
      </Button>
      {changes
        .filter((change) => change !== 'verify' || mayVerify)
        .map((change) => (
          <Button key={change} size="small" disabled={write.isPending} onClick={() => dialog.open(change)}>
            {words[change]}
          </Button>
        ))}
      <Caption1>{words.hint}</Caption1>
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
    </div>
  );
}

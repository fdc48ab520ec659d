import { ConfirmDialog, FormDialog } from '@console/shared-ui/basics';
import { BulkBar, type BulkSelection, countSelected } from '@console/shared-ui/bulk';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import { PickerField } from '@console/shared-ui/basics';
import { useState } from 'react';
import { messages } from '../messages';
import { useAllSets } from '../sets/sets.queries';
import type { ProductFilters } from './products.queries';
import { type BulkChange, BULK_CHANGES, toBulkTarget, useBulk } from './use-bulk';

const bulkMessages = messages.bulk;
const buttons = BULK_CHANGES.map((change) => ({ change, label: bulkMessages.labels[change] }));

export interface ProductsBulkBarProps {
  selection: BulkSelection;
  filters: ProductFilters;
  /** Number of products that match the filters. */
  total: number;
  onSelectAll: () => void;
  onClear: () => void;
}

/** Bulk changes for the selected products or all matching products. All changes can be undone. */
export function ProductsBulkBar({ selection, filters, total, onSelectAll, onClear }: ProductsBulkBarProps) {
  const dialog = useDialog<BulkChange>();
  const { apply, busy, changedCount } = useBulk();
  const count = countSelected(selection, total);
  const confirm = async (change: BulkChange, close: () => void, set?: string) => {
    const outcome = await apply({ change, target: toBulkTarget(selection, filters), set });
    if (outcome === null) return;
    close();
    if (outcome === 'done') onClear();
  };
  return (
    <>
      <BulkBar
        selection={selection}
        total={total}
        noun={bulkMessages.noun}
        changes={buttons}
        busy={busy}
        isBatched
        onChange={dialog.open}
        onSelectAll={onSelectAll}
        onClear={onClear}
      />
      <DialogSlot dialog={dialog}>
        {(change, close) =>
          change === 'set' ? (
            <SetDialog
              count={count}
              busy={busy}
              changedCount={changedCount}
              onSubmit={(set) => void confirm(change, close, set)}
              onClose={close}
            />
          ) : (
            <ConfirmDialog
              open
              title={bulkMessages.titles[change](count)}
              confirmLabel={bulkMessages.labels[change]}
              danger={change === 'delete'}
              busy={busy}
              onConfirm={() => void confirm(change, close)}
              onCancel={close}
            >
              {busy && changedCount > 0
                ? bulkMessages.progress(changedCount, count)
                : change === 'delete'
                  ? bulkMessages.restorable
                  : undefined}
            </ConfirmDialog>
          )
        }
      </DialogSlot>
    </>
  );
}

interface SetDialogProps {
  count: number;
  busy: boolean;
  /** Number of products that have already been changed. */
  changedCount: number;
  onSubmit: (set: string) => void;
  onClose: () => void;
}

/** Dialog that selects the set for the products. */
function SetDialog({ count, busy, changedCount, onSubmit, onClose }: SetDialogProps) {
  const sets = useAllSets();
  const [set, setSet] = useState('');
  return (
    <FormDialog
      open
      title={bulkMessages.titles.set(count)}
      submitLabel={bulkMessages.labels.set}
      submitDisabled={set === ''}
      busy={busy}
      error={sets.error ? bulkMessages.setsFailed : null}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(set);
      }}
      onClose={onClose}
    >
      <PickerField
        label={messages.columns.set}
        choices={(sets.data ?? []).map(({ id, name, year }) => ({
          value: id,
          label: name,
          detail: year === null ? undefined : String(year),
        }))}
        value={set}
        onChange={setSet}
        empty={messages.sets.none}
      />
      {busy && changedCount > 0 && bulkMessages.progress(changedCount, count)}
    </FormDialog>
  );
}

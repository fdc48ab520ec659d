import { ConfirmDialog, FormDialog } from '@console/shared-ui/basics';
import { BulkBar, type BulkSelection, countSelected } from '@console/shared-ui/bulk';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import { PickerField } from '@console/shared-ui/basics';
import { useState } from 'react';
import { messages } from '../messages';
import { useAllSets } from '../sets/sets.queries';
import type { ProductFilters } from './products.queries';
import { type BulkChange, bulkChanges, picked, useBulk } from './use-bulk';

const words = messages.bulk;
const buttons = bulkChanges.map((change) => ({ change, label: words.labels[change] }));

export interface ProductsBulkBarProps {
  selection: BulkSelection;
  filters: ProductFilters;
  /** Products that match. */
  total: number;
  onSelectAll: () => void;
  onClear: () => void;
}

/** What is done with the products that are picked, or with all that match: which can be undone. */
export function ProductsBulkBar({ selection, filters, total, onSelectAll, onClear }: ProductsBulkBarProps) {
  const dialog = useDialog<BulkChange>();
  const { apply, busy, soFar } = useBulk();
  const count = countSelected(selection, total);
  const confirm = async (change: BulkChange, close: () => void, set?: string) => {
    const outcome = await apply({ change, which: picked(selection, filters), set });
    if (outcome === null) return;
    close();
    if (outcome === 'done') onClear();
  };
  return (
    <>
      <BulkBar
        selection={selection}
        total={total}
        noun={words.noun}
        changes={buttons}
        busy={busy}
        isBatched
        onChange={dialog.open}
        onSelectAll={onSelectAll}
        onClear={onClear}
      />
      <DialogSlot of={dialog}>
        {(change, close) =>
          change === 'set' ? (
            <SetDialog
              count={count}
              busy={busy}
              soFar={soFar}
              onSubmit={(set) => void confirm(change, close, set)}
              onClose={close}
            />
          ) : (
            <ConfirmDialog
              open
              title={words.ask[change](count)}
              confirmLabel={words.labels[change]}
              danger={change === 'delete'}
              busy={busy}
              onConfirm={() => void confirm(change, close)}
              onCancel={close}
            >
              {busy && soFar > 0 ? words.soFar(soFar, count) : change === 'delete' ? words.restorable : undefined}
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
  /** Products that were changed by now. */
  soFar: number;
  onSubmit: (set: string) => void;
  onClose: () => void;
}

/** Which set the products go into. */
function SetDialog({ count, busy, soFar, onSubmit, onClose }: SetDialogProps) {
  const sets = useAllSets();
  const [set, setSet] = useState('');
  return (
    <FormDialog
      open
      title={words.ask.set(count)}
      submitLabel={words.labels.set}
      submitDisabled={set === ''}
      busy={busy}
      error={sets.error ? words.setsFailed : null}
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
      {busy && soFar > 0 && words.soFar(soFar, count)}
    </FormDialog>
  );
}

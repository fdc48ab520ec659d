import { nextLabelColor } from '@console/shared-ui/basics';
import { ColorControl, commonLabels, EditDialog, NameControl, listOtherNames } from '@console/shared-ui/forms';
import type { RowFormProps } from '@console/shared-ui/rows';
import { useState } from 'react';
import { KeyControl, KEY_LABELS } from '../label-key/key-control';
import { createLabelCalls } from './tasks-and-labels.queries';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

interface FormValues {
  name: string;
  color: string;
  /** Empty for no key. */
  key: string;
}

const LABELS = { ...commonLabels, ...KEY_LABELS };

/** Dialog for a detection or segmentation label. A new label gets an unused colour. */
export function LabelForm<Label extends TrainingLabel>({
  kind: { domain },
  labels,
  row,
  write,
  ...dialog
}: RowFormProps<Label> & { kind: Pick<TrainingKind<TrainingTask, Label>, 'domain'>; labels: readonly Label[] }) {
  const [unusedColor] = useState(() => nextLabelColor(labels.map(({ color }) => color)));
  const initial = { name: row?.name ?? '', color: row?.color ?? unusedColor, key: row?.key ?? '' };
  const save = ({ name, color, key }: FormValues) => {
    const writes = createLabelCalls(domain);
    const values = { name: name.trim(), color, key: key || null };
    return write((label) => (label ? writes.update(label, values) : writes.create(values)));
  };
  return (
    <EditDialog<FormValues> {...dialog} labels={LABELS} initial={initial} onSubmit={save}>
      {({ control }) => (
        <>
          <NameControl control={control} name="name" existingNames={listOtherNames(labels, row)} />
          <ColorControl control={control} name="color" />
          <KeyControl control={control} name="key" labels={labels} row={row} />
        </>
      )}
    </EditDialog>
  );
}

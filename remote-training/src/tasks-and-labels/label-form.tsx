import { nextLabelColor } from '@console/shared-ui/basics';
import { ColorControl, commonLabels, EditDialog, NameControl, listOtherNames } from '@console/shared-ui/forms';
import type { RowFormProps } from '@console/shared-ui/rows';
import { useState } from 'react';
import { createLabelCalls } from './tasks-and-labels.queries';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

interface LabelValues {
  name: string;
  color: string;
}

/** Dialog for a detection or segmentation label. A new label gets an unused colour. */
export function LabelForm<Label extends TrainingLabel>({
  kind: { domain },
  labels,
  row,
  write,
  ...dialog
}: RowFormProps<Label> & { kind: Pick<TrainingKind<TrainingTask, Label>, 'domain'>; labels: readonly Label[] }) {
  const [unusedColor] = useState(() => nextLabelColor(labels.map(({ color }) => color)));
  const initial = { name: row?.name ?? '', color: row?.color ?? unusedColor };
  const save = ({ name, color }: LabelValues) => {
    const writes = createLabelCalls(domain);
    const values = { name: name.trim(), color };
    return write((label) => (label ? writes.update(label, values) : writes.create(values)));
  };
  return (
    <EditDialog<LabelValues> {...dialog} labels={commonLabels} initial={initial} onSubmit={save}>
      {({ control }) => (
        <>
          <NameControl control={control} name="name" existingNames={listOtherNames(labels, row)} />
          <ColorControl control={control} name="color" />
        </>
      )}
    </EditDialog>
  );
}

import { nextLabelColor } from '@console/shared-ui/basics';
import { ColorControl, commonLabels, EditDialog, NameControl, listOtherNames } from '@console/shared-ui/forms';
import type { RowFormProps } from '@console/shared-ui/rows';
import { useState } from 'react';
import { attributeMessages } from '../label-attributes/attribute-messages';
import { toDefinition, toDraft, type DefinitionDraft } from '../label-attributes/definition-draft';
import { DefinitionsControl } from '../label-attributes/definitions-control';
import { KeyControl, KEY_LABELS } from '../label-key/key-control';
import { createLabelCalls } from './tasks-and-labels.queries';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

interface FormValues {
  name: string;
  color: string;
  /** Empty for no key. */
  key: string;
  attributes: readonly DefinitionDraft[];
}

const LABELS = { ...commonLabels, ...KEY_LABELS, attributes: attributeMessages.title };

/** Dialog for a detection or segmentation label. A new label gets an unused colour. */
export function LabelForm<Label extends TrainingLabel>({
  kind: { domain },
  labels,
  row,
  write,
  ...dialog
}: RowFormProps<Label> & { kind: Pick<TrainingKind<TrainingTask, Label>, 'domain'>; labels: readonly Label[] }) {
  const [unusedColor] = useState(() => nextLabelColor(labels.map(({ color }) => color)));
  const initial = {
    name: row?.name ?? '',
    color: row?.color ?? unusedColor,
    key: row?.key ?? '',
    attributes: (row?.attributes ?? []).map(toDraft),
  };
  const save = ({ name, color, key, attributes }: FormValues) => {
    const writes = createLabelCalls(domain);
    const values = { name: name.trim(), color, key: key || null, attributes: attributes.map(toDefinition) };
    return write((label) => (label ? writes.update(label, values) : writes.create(values)));
  };
  return (
    <EditDialog<FormValues> {...dialog} labels={LABELS} initial={initial} onSubmit={save}>
      {({ control }) => (
        <>
          <NameControl control={control} name="name" existingNames={listOtherNames(labels, row)} />
          <ColorControl control={control} name="color" />
          <KeyControl control={control} name="key" labels={labels} row={row} />
          <DefinitionsControl control={control} name="attributes" />
        </>
      )}
    </EditDialog>
  );
}

import { nextLabelColor } from '@console/shared-ui/basics';
import { ColorControl, commonLabels, EditDialog, NameControl, listOtherNames } from '@console/shared-ui/forms';
import type { RowFormProps } from '@console/shared-ui/rows';
import { useState } from 'react';
import { attributeMessages } from '../label-attributes/attribute-messages';
import { toDefinition, toDraft } from '../label-attributes/definition-draft';
import { DefinitionsControl } from '../label-attributes/definitions-control';
import { KeyControl, KEY_LABELS } from '../label-key/key-control';
import { tasksAndLabelsMessages } from './tasks-and-labels-messages';
import { createLabelCalls } from './tasks-and-labels.queries';
import { formatTemplate, parseTemplate } from './template-text';
import type { LabelFormValues, TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

const LABELS = {
  ...commonLabels,
  ...KEY_LABELS,
  attributes: attributeMessages.title,
  skeleton: tasksAndLabelsMessages.skeleton,
};

/** Dialog for a detection or segmentation label. A new label gets an unused colour. */
export function LabelForm<Label extends TrainingLabel>({
  kind: { domain, renderLabelFields },
  labels,
  row,
  write,
  ...dialog
}: RowFormProps<Label> & {
  kind: Pick<TrainingKind<TrainingTask, Label>, 'domain' | 'renderLabelFields'>;
  labels: readonly Label[];
}) {
  const [unusedColor] = useState(() => nextLabelColor(labels.map(({ color }) => color)));
  const initial = {
    name: row?.name ?? '',
    color: row?.color ?? unusedColor,
    key: row?.key ?? '',
    skeleton: formatTemplate(row?.skeleton),
    attributes: (row?.attributes ?? []).map(toDraft),
  };
  const save = ({ name, color, key, skeleton, attributes }: LabelFormValues) => {
    const writes = createLabelCalls(domain);
    const template = skeleton !== initial.skeleton && { skeleton: parseTemplate(skeleton) };
    const values = { name: name.trim(), color, key: key || null, ...template, attributes: attributes.map(toDefinition) };
    return write((label) => (label ? writes.update(label, values) : writes.create(values)));
  };
  return (
    <EditDialog<LabelFormValues> {...dialog} labels={LABELS} initial={initial} onSubmit={save}>
      {({ control }) => (
        <>
          <NameControl control={control} name="name" existingNames={listOtherNames(labels, row)} />
          <ColorControl control={control} name="color" />
          <KeyControl control={control} name="key" labels={labels} row={row} />
          {renderLabelFields?.(control, row)}
          <DefinitionsControl control={control} name="attributes" />
        </>
      )}
    </EditDialog>
  );
}

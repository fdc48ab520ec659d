import type { RecognitionLabel } from '@console/shared-contract/api';
import { nextLabelColor } from '@console/shared-ui/basics';
import { SelectControl } from '@console/shared-ui/choices';
import {
  ColorControl,
  commonLabels,
  type Control,
  EditDialog,
  listOtherNames,
  NameControl,
  TextAreaControl,
  TextControl,
} from '@console/shared-ui/forms';
import type { RowFormProps } from '@console/shared-ui/rows';
import { useState } from 'react';
import { KeyControl, KEY_LABELS } from '../label-key/key-control';
import { messages } from '../messages';
import { recognitionMessages } from './recognition-messages';
import { saveLabel } from './recognition.queries';

const TYPE_CHOICES = Object.entries(recognitionMessages.labelTypes).map(([value, label]) => ({ value, label }));

const LABELS = {
  ...commonLabels,
  ...KEY_LABELS,
  description: recognitionMessages.description,
  min: recognitionMessages.minValue,
  max: recognitionMessages.maxValue,
};

interface FormValues {
  name: string;
  description: string;
  type: RecognitionLabel['type'];
  color: string;
  /** Shortcut key; empty for none. */
  key: string;
  /** Bounds as typed. An empty text means no bound. */
  min: string;
  max: string;
}

const isOptionalNumber = (text: string) => text.trim() === '' || Number.isFinite(Number(text));
const parseOptionalNumber = (text: string) => (text.trim() === '' ? null : Number(text));
const formatOptionalNumber = (value: number | null | undefined) => (value == null ? '' : String(value));

/** Dialog for a recognition label. The type is editable only for a new label, and only value labels have bounds. */
export function LabelForm({
  labels,
  row,
  write,
  ...dialog
}: RowFormProps<RecognitionLabel> & { labels: readonly RecognitionLabel[] }) {
  const [unusedColor] = useState(() => nextLabelColor(labels.flatMap(({ color }) => color ?? [])));
  const initial: FormValues = {
    name: row?.name ?? '',
    description: row?.description ?? '',
    type: row?.type ?? 'category',
    color: row?.color ?? unusedColor,
    key: row?.key ?? '',
    min: formatOptionalNumber(row?.min_value),
    max: formatOptionalNumber(row?.max_value),
  };
  const save = ({ name, description, type, color, key, min, max }: FormValues) =>
    write((label) =>
      saveLabel(label, {
        name: name.trim(),
        description,
        type,
        color,
        key: key || null,
        min_value: parseOptionalNumber(min),
        max_value: parseOptionalNumber(max),
      }),
    );
  return (
    <EditDialog<FormValues> {...dialog} labels={LABELS} initial={initial} onSubmit={save}>
      {({ control, watch }) => (
        <>
          <NameControl control={control} name="name" existingNames={listOtherNames(labels, row)} />
          <SelectControl
            control={control}
            name="type"
            label={messages.columns.type}
            choices={TYPE_CHOICES}
            disabled={row !== null}
            hint={row ? recognitionMessages.typeIsFixed : undefined}
          />
          {watch('type') === 'value' && <BoundsFields control={control} />}
          <ColorControl control={control} name="color" />
          <KeyControl control={control} name="key" labels={labels} row={row} />
          <TextAreaControl control={control} name="description" label={recognitionMessages.description} />
        </>
      )}
    </EditDialog>
  );
}

function BoundsFields({ control }: { control: Control<FormValues> }) {
  return (
    <>
      <TextControl
        control={control}
        name="min"
        label={recognitionMessages.minValue}
        validate={(min) => isOptionalNumber(min) || recognitionMessages.invalidNumber}
      />
      <TextControl
        control={control}
        name="max"
        label={recognitionMessages.maxValue}
        validate={(max, { min }) =>
          !isOptionalNumber(max)
            ? recognitionMessages.invalidNumber
            : max.trim() === '' || min.trim() === '' || Number(max) >= Number(min) || recognitionMessages.maxBelowMin
        }
      />
    </>
  );
}

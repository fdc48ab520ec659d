import type { RecognitionLabel } from '@console/shared-contract/api';
import { nextLabelColor, TextAreaField, TextField } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import {
  ColorControl,
  commonLabels,
  Controller,
  EditDialog,
  NameControl,
  listOtherNames,
  type Control,
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
  /** Empty for no key. */
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
          <Controller
            control={control}
            name="type"
            render={({ field }) => (
              <SelectField
                label={messages.columns.type}
                value={field.value}
                onChange={field.onChange}
                choices={TYPE_CHOICES}
                disabled={row !== null}
                hint={row ? recognitionMessages.typeIsFixed : undefined}
              />
            )}
          />
          {watch('type') === 'value' && <BoundsFields control={control} />}
          <ColorControl control={control} name="color" />
          <KeyControl control={control} name="key" labels={labels} row={row} />
          <Controller
            control={control}
            name="description"
            render={({ field }) => <TextAreaField label={recognitionMessages.description} {...field} />}
          />
        </>
      )}
    </EditDialog>
  );
}

function BoundsFields({ control }: { control: Control<FormValues> }) {
  return (
    <>
      <Controller
        control={control}
        name="min"
        rules={{ validate: (min) => isOptionalNumber(min) || recognitionMessages.invalidNumber }}
        render={({ field, fieldState }) => (
          <TextField label={recognitionMessages.minValue} autoComplete="off" error={fieldState.error?.message} {...field} />
        )}
      />
      <Controller
        control={control}
        name="max"
        rules={{
          validate: (max, { min }) =>
            !isOptionalNumber(max)
              ? recognitionMessages.invalidNumber
              : max.trim() === '' || min.trim() === '' || Number(max) >= Number(min) || recognitionMessages.maxBelowMin,
        }}
        render={({ field, fieldState }) => (
          <TextField label={recognitionMessages.maxValue} autoComplete="off" error={fieldState.error?.message} {...field} />
        )}
      />
    </>
  );
}

import type { RecognitionLabel } from '@console/shared-contract/api';
import { nextLabelColor, TextAreaField, TextField } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { ColorControl, Controller, EditDialog, NameControl, listOtherNames, type Control } from '@console/shared-ui/forms';
import type { RowFormProps } from '@console/shared-ui/rows';
import { messages } from '../messages';
import { saveLabel } from './recognition.queries';

const words = messages.recognition;
const TYPES = Object.entries(words.labelTypes).map(([value, label]) => ({ value, label }));

interface FormValues {
  name: string;
  description: string;
  type: RecognitionLabel['type'];
  color: string;
  /** As they are typed; '' for none. */
  least: string;
  most: string;
}

const isNumber = (text: string) => text.trim() === '' || Number.isFinite(Number(text));
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));
const textOf = (value: number | null | undefined) => (value == null ? '' : String(value));

/** Name, colour and description of a recognition label; of a new one its type, and of one of type value its least and most. */
export function LabelForm({
  labels,
  row,
  write,
  ...dialog
}: RowFormProps<RecognitionLabel> & { labels: readonly RecognitionLabel[] }) {
  const initial: FormValues = {
    name: row?.name ?? '',
    description: row?.description ?? '',
    type: row?.type ?? 'category',
    color: row?.color ?? nextLabelColor(labels.flatMap(({ color }) => color ?? [])),
    least: textOf(row?.min_value),
    most: textOf(row?.max_value),
  };
  const save = ({ name, description, type, color, least, most }: FormValues) =>
    write((label) =>
      saveLabel(label, { name: name.trim(), description, type, color, min_value: numberOf(least), max_value: numberOf(most) }),
    );
  return (
    <EditDialog<FormValues> {...dialog} initial={initial} onSubmit={save}>
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
                choices={TYPES}
                disabled={row !== null}
                hint={row ? words.typeStays : undefined}
              />
            )}
          />
          {watch('type') === 'value' && <Bounds control={control} />}
          <ColorControl control={control} name="color" />
          <Controller
            control={control}
            name="description"
            render={({ field }) => <TextAreaField label={words.description} {...field} />}
          />
        </>
      )}
    </EditDialog>
  );
}

function Bounds({ control }: { control: Control<FormValues> }) {
  return (
    <>
      <Controller
        control={control}
        name="least"
        rules={{ validate: (least) => isNumber(least) || words.noNumber }}
        render={({ field, fieldState }) => (
          <TextField label={words.least} autoComplete="off" error={fieldState.error?.message} {...field} />
        )}
      />
      <Controller
        control={control}
        name="most"
        rules={{
          validate: (most, { least }) =>
            !isNumber(most)
              ? words.noNumber
              : most.trim() === '' || least.trim() === '' || Number(most) >= Number(least) || words.mostBelowLeast,
        }}
        render={({ field, fieldState }) => (
          <TextField label={words.most} autoComplete="off" error={fieldState.error?.message} {...field} />
        )}
      />
    </>
  );
}

import { SelectField } from '@console/shared-ui/choices';
import { Controller, type Control, type FieldPath, type FieldValues } from '@console/shared-ui/forms';
import { keyMessages } from './key-messages';

/** Name of the field in messages of the server. */
export const KEY_LABELS = { key: keyMessages.key };

const KEYS = [...'1234567890abcdefghijklmnopqrstuvwxyz'];

interface KeyedLabel {
  id: string;
  key?: string | null;
}

interface KeyControlProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  /** All labels of the kind. */
  labels: readonly KeyedLabel[];
  /** The edited label, or null for a new one. */
  row: KeyedLabel | null;
}

/** Form field for the key of a label. It offers the keys that no other label of the kind has. */
export function KeyControl<Values extends FieldValues>({ control, name, labels, row }: KeyControlProps<Values>) {
  const takenKeys = new Set(labels.filter(({ id }) => id !== row?.id).map(({ key }) => key));
  const freeKeys = KEYS.filter((key) => !takenKeys.has(key)).map((key) => ({ value: key, label: key.toUpperCase() }));
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <SelectField
          label={keyMessages.key}
          hint={keyMessages.hint}
          value={field.value}
          onChange={field.onChange}
          choices={[{ value: '', label: row ? keyMessages.none : keyMessages.automatic }, ...freeKeys]}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

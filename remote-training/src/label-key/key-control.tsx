import { SelectControl } from '@console/shared-ui/choices';
import type { ControlProps, FieldValues } from '@console/shared-ui/forms';
import { keyMessages } from './key-messages';

/** Maps the API field `key` to its name in error messages. */
export const KEY_LABELS = { key: keyMessages.key };

const KEYS = [...'1234567890abcdefghijklmnopqrstuvwxyz'];

interface KeyedLabel {
  id: string;
  key?: string | null;
}

interface KeyControlProps<Values extends FieldValues> extends Pick<ControlProps<Values, string>, 'control' | 'name'> {
  /** All labels of the same kind. Two of them cannot have the same key. */
  labels: readonly KeyedLabel[];
  /** The edited label, or null for a new one. */
  row: KeyedLabel | null;
}

/** Form field for the shortcut key of a label. It offers the keys that no other label of the same kind uses. */
export function KeyControl<Values extends FieldValues>({ control, name, labels, row }: KeyControlProps<Values>) {
  const takenKeys = new Set(labels.filter(({ id }) => id !== row?.id).map(({ key }) => key));
  const freeKeys = KEYS.filter((key) => !takenKeys.has(key)).map((key) => ({ value: key, label: key.toUpperCase() }));
  return (
    <SelectControl
      control={control}
      name={name}
      label={keyMessages.key}
      hint={keyMessages.hint}
      choices={[{ value: '', label: row ? keyMessages.none : keyMessages.automatic }, ...freeKeys]}
    />
  );
}

import type { PickerChoice } from '@console/shared-ui/basics';
import type { Label } from '../../editor';

/** Converts a label to a choice of a picker, with its key as second line. */
export function toLabelChoice({ id, name, color, key, isOfJob }: Label): PickerChoice & Pick<Label, 'key' | 'isOfJob'> {
  return { value: id, label: name, color, key, isOfJob, ...(key && { detail: formatLabelKey(key) }) };
}

/** Returns the display name of a label's key. */
export const formatLabelKey = (key: string): string => key.toUpperCase();

interface TypedKey {
  readonly key: string;
  readonly code?: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Returns the label whose key was typed. Digits are found by their position, because French keyboards need Shift for digits. */
export function findLabelByTypedKey<L extends { readonly key?: string | null }>(
  labels: readonly L[],
  { key, code, ctrlKey, altKey, metaKey }: TypedKey,
): L | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  const character = code?.match(/^Digit(\d)$/)?.[1] ?? key.toLowerCase();
  return character.length === 1 ? labels.find((label) => label.key === character) : undefined;
}

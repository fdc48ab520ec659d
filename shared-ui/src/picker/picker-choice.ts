import type { Choice } from '../fields/choice-fields';

export interface PickerChoice extends Choice {
  /** A second line, smaller. */
  detail?: string;
  /** A spot before the name. */
  color?: string | null;
}

/** The choices whose names have the text in them, those of `first` before the others. */
export function matchingChoices(
  choices: readonly PickerChoice[],
  search: string,
  first: readonly string[],
): readonly PickerChoice[] {
  const wanted = search.trim().toLocaleLowerCase();
  const found = choices.filter((choice) => choice.label.toLocaleLowerCase().includes(wanted));
  if (first.length === 0) return found;
  const stands = new Set(first);
  return [...found.filter(({ value }) => stands.has(value)), ...found.filter(({ value }) => !stands.has(value))];
}

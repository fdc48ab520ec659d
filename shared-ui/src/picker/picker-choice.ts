import type { Choice } from '../fields/choice-fields';

export interface PickerChoice extends Choice {
  /** Second, smaller line. */
  detail?: string;
  /** Colour of a swatch before the name. */
  color?: string | null;
}

/** Returns the choices whose name contains the search text or whose value equals it. Choices in `first` come first. */
export function findChoices(
  choices: readonly PickerChoice[],
  search: string,
  topValues: readonly string[],
): readonly PickerChoice[] {
  const query = search.trim().toLocaleLowerCase();
  const matches = choices.filter(({ label, value }) => label.toLocaleLowerCase().includes(query) || value === query);
  if (topValues.length === 0) return matches;
  const firstValues = new Set(topValues);
  return [...matches.filter(({ value }) => firstValues.has(value)), ...matches.filter(({ value }) => !firstValues.has(value))];
}

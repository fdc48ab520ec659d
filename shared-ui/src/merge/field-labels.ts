/** Labels of the fields of a form, for messages. */
export type FieldLabels<Values> = Readonly<Partial<Record<keyof Values, string>>>;

/** Returns the label of a field. Micro-frontends that were built before labels existed show the key. */
export const getFieldLabel = <Values>(labels: FieldLabels<Values> | undefined, field: keyof Values & string): string =>
  labels?.[field] ?? field.replaceAll('_', ' ');

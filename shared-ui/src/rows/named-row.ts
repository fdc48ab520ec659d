/** A label, task or type: what is known by its name. */
export interface NamedRow {
  id: string;
  name: string;
}

export type RowNoun = 'label' | 'task' | 'type' | 'collection';

/** What the form of `NamedRows` edits. A field that is absent is not asked for. */
export interface RowValues {
  name: string;
  /** `#rrggbb`. */
  color?: string;
  /** Pixels, see `inputSizes`. */
  inputSize?: number;
}

/** A label, task or type. */
export interface NamedRow {
  id: string;
  name: string;
}

/** Name of a kind of rows in the singular, for messages. */
export type RowNoun = 'label' | 'task' | 'type' | 'collection';

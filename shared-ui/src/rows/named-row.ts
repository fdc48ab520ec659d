/** A label, task or type. */
export interface NamedRow {
  id: string;
  name: string;
}

export type RowNoun = 'label' | 'task' | 'type' | 'collection';

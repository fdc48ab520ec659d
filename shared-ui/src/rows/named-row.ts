/** A label, task or type: what is known by its name. */
export interface NamedRow {
  id: string;
  name: string;
}

export type RowNoun = 'label' | 'task' | 'type' | 'collection';

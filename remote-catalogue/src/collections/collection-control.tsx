import { useController, type Control, type FieldPath, type FieldValues } from '@console/shared-ui/forms';
import { messages } from '../messages';
import { CollectionSelect } from './collection-select';

export interface CollectionControlProps<Values extends FieldValues> {
  control: Control<Values>;
  /** Field of the form: the id of the collection, '' for none. */
  name: FieldPath<Values>;
}

/** The collection of what is created. */
export function CollectionControl<Values extends FieldValues>({ control, name }: CollectionControlProps<Values>) {
  const { field } = useController({ control, name });
  return <CollectionSelect label={messages.filters.collection} value={String(field.value ?? '')} onChange={field.onChange} />;
}

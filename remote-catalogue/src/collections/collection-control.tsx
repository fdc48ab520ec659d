import { useController, type Control, type FieldPath, type FieldValues } from '@console/shared-ui/forms';
import { messages } from '../messages';
import { CollectionSelect } from './collection-select';

export interface CollectionControlProps<Values extends FieldValues> {
  control: Control<Values>;
  /** Name of the form field, which contains the id of the collection or ''. */
  name: FieldPath<Values>;
}

/** Form control that selects a collection. */
export function CollectionControl<Values extends FieldValues>({ control, name }: CollectionControlProps<Values>) {
  const { field } = useController({ control, name });
  return <CollectionSelect label={messages.filters.collection} value={String(field.value ?? '')} onChange={field.onChange} />;
}

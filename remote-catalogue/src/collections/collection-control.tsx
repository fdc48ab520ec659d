import { useFormField, type ControlProps, type FieldValues } from '@console/shared-ui/forms';
import { commonMessages } from '../common/common-messages';
import { CollectionSelect } from './collection-select';

/** Form field for a collection. Its value is the id of the collection or ''. */
export function CollectionControl<Values extends FieldValues>(field: Pick<ControlProps<Values, string>, 'control' | 'name'>) {
  const { value, onChange } = useFormField<Values, string>(field);
  return <CollectionSelect label={commonMessages.filters.collection} value={value} onChange={onChange} />;
}

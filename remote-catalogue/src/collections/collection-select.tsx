import { SelectField } from '@console/shared-ui/choices';
import { commonMessages } from '../common/common-messages';
import { useCollections } from './collections.queries';

interface CollectionSelectProps {
  label: string;
  /** Id of the collection, or ''. */
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
}

/** Selects a collection of the workspace or none. If the id belongs to no collection, 'Unknown' is shown. */
export function CollectionSelect({ label, value, onChange, disabled }: CollectionSelectProps) {
  const { data } = useCollections();
  const choices = (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const isUnknown = value !== '' && data !== undefined && !choices.some((choice) => choice.value === value);
  return (
    <SelectField
      label={label}
      value={value}
      onChange={onChange}
      disabled={disabled}
      placeholder={commonMessages.noCollection}
      choices={isUnknown ? [...choices, { value, label: commonMessages.unknown }] : choices}
    />
  );
}

import { PickerField } from '@console/shared-ui/basics';
import { useMemo } from 'react';
import { useSimilarityTypes } from '../tasks-and-types/tasks-and-types.queries';
import { groupFilterMessages } from './group-filter-messages';
import { commonMessages } from '../common/common-messages';

interface TypePickerProps {
  label: string;
  /** Id of the type, or ''. */
  value: string;
  onChange: (id: string) => void;
}

/** Selects a similarity type of the workspace or none. */
export function TypePicker(props: TypePickerProps) {
  const types = useSimilarityTypes();
  const { value } = props;
  const choices = useMemo(() => {
    const typeChoices = (types.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
    const isKnown = value === '' || typeChoices.some((choice) => choice.value === value);
    return [
      { value: '', label: groupFilterMessages.noType },
      ...(isKnown || !types.data ? [] : [{ value, label: commonMessages.unknown }]),
      ...typeChoices,
    ];
  }, [types.data, value]);
  return <PickerField choices={choices} {...props} />;
}

import type { SimilarityType } from '@console/shared-contract/api';
import { Checkbox, Select } from '@console/shared-ui/choices';
import { makeStyles } from '@console/shared-ui/basics';
import { ListBar } from '@console/shared-ui/pages';
import { messages } from '../messages';
import type { GroupFilters } from './group-filters';

const filtersMessages = messages.filters;
const FLAGS = ['test', 'train', 'empty'] as const;
/** Selecting TEST clears TRAIN and vice versa, because both together match all groups. */
const EXCLUSIVE_FLAGS: Partial<Record<(typeof FLAGS)[number], Partial<GroupFilters>>> = {
  test: { train: false },
  train: { test: false },
};
const useStyles = makeStyles({ flags: { display: 'flex', flexWrap: 'wrap' } });

export interface FilterBarProps {
  filters: GroupFilters;
  types: readonly SimilarityType[];
  onChange: (patch: Partial<GroupFilters>) => void;
  /** Resets all filters. Undefined while no filter is set. */
  onClear?: () => void;
}

/** Search and filters of groups. */
export function FilterBar({ filters, types, onChange, onClear }: FilterBarProps) {
  const styles = useStyles();
  return (
    <ListBar label={filtersMessages.search} search={filters.search} onSearch={(search) => onChange({ search })} onClear={onClear}>
      <div role="group" aria-label={filtersMessages.kind} className={styles.flags}>
        {FLAGS.map((flag) => (
          <Checkbox
            key={flag}
            label={filtersMessages[flag]}
            checked={filters[flag]}
            onChange={(_, data) => onChange({ ...EXCLUSIVE_FLAGS[flag], [flag]: data.checked === true })}
          />
        ))}
      </div>
      <Select
        aria-label={filtersMessages.verified}
        value={filters.verified}
        onChange={(_, data) => onChange({ verified: data.value as GroupFilters['verified'] })}
      >
        <option value="all">{`${filtersMessages.verified}: ${filtersMessages.all}`}</option>
        <option value="verified">{filtersMessages.verified}</option>
        <option value="not-verified">{filtersMessages.notVerified}</option>
      </Select>
      <Select
        aria-label={filtersMessages.count}
        value={filters.count}
        onChange={(_, data) => onChange({ count: data.value as GroupFilters['count'] })}
      >
        <option value="">{`${filtersMessages.count}: ${filtersMessages.anyCount}`}</option>
        <option value="1">1</option>
        <option value="2">2</option>
        <option value="3">3+</option>
      </Select>
      <Select aria-label={filtersMessages.type} value={filters.type} onChange={(_, data) => onChange({ type: data.value })}>
        <option value="">{`${filtersMessages.type}: ${filtersMessages.anyType}`}</option>
        <option value="None">{filtersMessages.noType}</option>
        {types.map((type) => (
          <option key={type.id} value={type.id}>
            {type.name}
          </option>
        ))}
      </Select>
    </ListBar>
  );
}

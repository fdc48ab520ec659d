import type { SimilarityType } from '@console/shared-contract/api';
import { Checkbox, Select } from '@console/shared-ui/choices';
import { makeStyles } from '@console/shared-ui/basics';
import { ListBar } from '@console/shared-ui/pages';
import { messages } from '../messages';
import type { GroupFilters } from './group-filters';

const words = messages.filters;
const flags = ['test', 'train', 'empty'] as const;
/** A group is TEST or TRAIN: choosing one lets go of the other, for both together would narrow nothing. */
const letGo: Partial<Record<(typeof flags)[number], Partial<GroupFilters>>> = { test: { train: false }, train: { test: false } };
const useStyles = makeStyles({ flags: { display: 'flex', flexWrap: 'wrap' } });

export interface FilterBarProps {
  filters: GroupFilters;
  types: readonly SimilarityType[];
  onChange: (patch: Partial<GroupFilters>) => void;
  /** Takes everything back; offered while something narrows the list. */
  onClear?: () => void;
}

/** Search and filters of groups. */
export function FilterBar({ filters, types, onChange: set, onClear }: FilterBarProps) {
  const styles = useStyles();
  return (
    <ListBar label={words.search} search={filters.search} onSearch={(search) => set({ search })} onClear={onClear}>
      <div role="group" aria-label={words.kind} className={styles.flags}>
        {flags.map((flag) => (
          <Checkbox
            key={flag}
            label={words[flag]}
            checked={filters[flag]}
            onChange={(_, data) => set({ ...letGo[flag], [flag]: data.checked === true })}
          />
        ))}
      </div>
      <Select
        aria-label={words.verified}
        value={filters.verified}
        onChange={(_, data) => set({ verified: data.value as GroupFilters['verified'] })}
      >
        <option value="all">{`${words.verified}: ${words.all}`}</option>
        <option value="verified">{words.verified}</option>
        <option value="not-verified">{words.notVerified}</option>
      </Select>
      <Select
        aria-label={words.count}
        value={filters.count}
        onChange={(_, data) => set({ count: data.value as GroupFilters['count'] })}
      >
        <option value="">{`${words.count}: ${words.anyCount}`}</option>
        <option value="1">1</option>
        <option value="2">2</option>
        <option value="3">3+</option>
      </Select>
      <Select aria-label={words.type} value={filters.type} onChange={(_, data) => set({ type: data.value })}>
        <option value="">{`${words.type}: ${words.anyType}`}</option>
        <option value="None">{words.noType}</option>
        {types.map((type) => (
          <option key={type.id} value={type.id}>
            {type.name}
          </option>
        ))}
      </Select>
    </ListBar>
  );
}

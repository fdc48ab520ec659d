import type { SimilarityType } from '@console/shared-contract/api';
import { makeStyles, SearchBox, tokens } from '@console/shared-ui/basics';
import { Select } from '@console/shared-ui/choices';
import { messages } from '../messages';
import type { GroupFilters, KindFilter, VerifiedFilter } from './group-filters';

const words = messages.filters;
const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  search: { minWidth: '200px' },
});

export interface FilterBarProps {
  filters: GroupFilters;
  types: readonly SimilarityType[];
  onChange: (filters: GroupFilters) => void;
}

export function FilterBar({ filters, types, onChange }: FilterBarProps) {
  const styles = useStyles();
  const set = (part: Partial<GroupFilters>) => onChange({ ...filters, ...part });
  return (
    <div className={styles.bar}>
      <SearchBox
        className={styles.search}
        aria-label={words.search}
        placeholder={words.search}
        value={filters.search}
        onChange={(_, data) => set({ search: data.value })}
      />
      <Select aria-label={words.kind} value={filters.kind} onChange={(_, data) => set({ kind: data.value as KindFilter })}>
        <option value="all">{`${words.kind}: ${words.all}`}</option>
        <option value="test">{words.test}</option>
        <option value="train">{words.train}</option>
        <option value="empty">{words.empty}</option>
      </Select>
      <Select
        aria-label={words.verified}
        value={filters.verified}
        onChange={(_, data) => set({ verified: data.value as VerifiedFilter })}
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
    </div>
  );
}

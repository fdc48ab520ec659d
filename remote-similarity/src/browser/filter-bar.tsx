import type { SimilarityType } from '@console/shared-contract/api';
import { Select } from '@console/shared-ui/choices';
import { ListBar } from '@console/shared-ui/pages';
import { messages } from '../messages';
import type { GroupFilters } from './group-filters';

const words = messages.filters;

export interface FilterBarProps {
  filters: GroupFilters;
  types: readonly SimilarityType[];
  onChange: (patch: Partial<GroupFilters>) => void;
}

/** Search and filters of groups. */
export function FilterBar({ filters, types, onChange: set }: FilterBarProps) {
  return (
    <ListBar label={words.search} search={filters.search} onSearch={(search) => set({ search })}>
      <Select
        aria-label={words.kind}
        value={filters.kind}
        onChange={(_, data) => set({ kind: data.value as GroupFilters['kind'] })}
      >
        <option value="all">{`${words.kind}: ${words.all}`}</option>
        <option value="test">{words.test}</option>
        <option value="train">{words.train}</option>
        <option value="empty">{words.empty}</option>
      </Select>
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

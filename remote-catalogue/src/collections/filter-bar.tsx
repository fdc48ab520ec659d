import type { ProductCollection } from '@console/shared-contract/api';
import { Checkbox, Select } from '@console/shared-ui/choices';
import { ListBar } from '@console/shared-ui/pages';
import type { ReactNode } from 'react';
import { messages } from '../messages';

export interface CommonFilters {
  search: string;
  /** Id of the collection, or '' for any. */
  collection: string;
}

type BooleanKey<F> = { [K in keyof F]: F[K] extends boolean ? K : never }[keyof F];

/** Search by name, a collection filter and checkboxes for boolean filters. */
export function FilterBar<F extends CommonFilters>({
  filters,
  onChange,
  onSubmit,
  onClear,
  collections,
  flags,
  children,
}: {
  filters: F;
  /** Called with only the changed filters. The URL update of a typed search is delayed by `useUrlParams`. */
  onChange: (patch: Partial<F>) => void;
  /** Called by the search button, which searches without delay. */
  onSubmit?: () => void;
  /** Resets all filters. Undefined while no filter is set. */
  onClear?: () => void;
  collections: readonly ProductCollection[] | undefined;
  flags: readonly { name: BooleanKey<F>; label: string }[];
  /** Additional filters before the checkboxes. */
  children?: ReactNode;
}) {
  return (
    <ListBar
      label={messages.filters.search}
      search={filters.search}
      onSearch={(search) => onChange({ search } as Partial<F>)}
      onSubmit={onSubmit}
      onClear={onClear}
    >
      <Select
        aria-label={messages.filters.collection}
        value={filters.collection}
        onChange={(_, data) => onChange({ collection: data.value } as Partial<F>)}
      >
        <option value="">{messages.filters.anyCollection}</option>
        {collections?.map((collection) => (
          <option key={collection.id} value={collection.id}>
            {collection.name}
          </option>
        ))}
      </Select>
      {children}
      {flags.map(({ name, label }) => (
        <Checkbox
          key={label}
          label={label}
          checked={Boolean(filters[name])}
          onChange={(_, data) => onChange({ [name]: data.checked === true } as Partial<F>)}
        />
      ))}
    </ListBar>
  );
}

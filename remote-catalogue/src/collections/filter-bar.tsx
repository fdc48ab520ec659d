import type { ProductCollection } from '@console/shared-contract/api';
import { Checkbox, Select } from '@console/shared-ui/choices';
import { ListBar } from '@console/shared-ui/pages';
import type { ReactNode } from 'react';
import { messages } from '../messages';

export interface CommonFilters {
  search: string;
  /** Id, or empty for any. */
  collection: string;
}

type Flag<F> = { [K in keyof F]: F[K] extends boolean ? K : never }[keyof F];

/** A search by name and collection, and by what else can be true of a row. */
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
  /** What was changed, and no more: a search that is typed waits for the hand to rest. */
  onChange: (patch: Partial<F>) => void;
  /** The button beside the name: what is typed is asked for at once. */
  onSubmit?: () => void;
  /** Takes everything back; offered while something narrows the list. */
  onClear?: () => void;
  collections: readonly ProductCollection[] | undefined;
  flags: readonly { name: Flag<F>; label: string }[];
  /** Further filters, before the flags. */
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

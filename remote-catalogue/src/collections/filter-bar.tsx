import type { ProductCollection } from '@console/shared-contract/api';
import { makeStyles, SearchBox, tokens } from '@console/shared-ui/basics';
import { Checkbox, Select } from '@console/shared-ui/choices';
import { messages } from '../messages';

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  search: { minWidth: '200px' },
});

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
  collections,
  flags,
}: {
  filters: F;
  onChange: (filters: F) => void;
  collections: readonly ProductCollection[] | undefined;
  flags: readonly { name: Flag<F>; label: string }[];
}) {
  const styles = useStyles();
  return (
    <div className={styles.bar}>
      <SearchBox
        className={styles.search}
        aria-label={messages.filters.search}
        placeholder={messages.filters.search}
        value={filters.search}
        onChange={(_, data) => onChange({ ...filters, search: data.value })}
      />
      <Select
        aria-label={messages.filters.collection}
        value={filters.collection}
        onChange={(_, data) => onChange({ ...filters, collection: data.value })}
      >
        <option value="">{messages.filters.anyCollection}</option>
        {collections?.map((collection) => (
          <option key={collection.id} value={collection.id}>
            {collection.name}
          </option>
        ))}
      </Select>
      {flags.map(({ name, label }) => (
        <Checkbox
          key={label}
          label={label}
          checked={Boolean(filters[name])}
          onChange={(_, data) => onChange({ ...filters, [name]: data.checked === true })}
        />
      ))}
    </div>
  );
}

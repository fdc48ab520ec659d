import { Checkbox, Input, Label, makeStyles, Select, tokens, useId } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { parseOrdering, toOrdering } from '../table/sort-rows';
import type { Params, ValuesOf } from '../url-params/url-params';
import type { UrlParamsState } from '../url-params/use-url-params';
import { ListBar } from './list-bar';
import type { ListState } from './list-state';

export interface ListFiltersProps {
  list: ListState<unknown>;
  /** Placeholder and accessible name of the search field. */
  label: string;
  /** Whether a Search button is shown. Without it, the search starts after a pause in typing. */
  hasSearchButton?: boolean;
  /** Filters, such as `SelectFilter` and `FlagFilter`. */
  children?: ReactNode;
}

/** The bar above a list: search, filters and a button that clears them. */
export function ListFilters({ list, label, hasSearchButton = false, children }: ListFiltersProps) {
  return (
    <ListBar
      label={label}
      search={list.search ?? ''}
      onSearch={list.setSearch}
      onSubmit={hasSearchButton ? list.submitSearch : undefined}
      onClear={list.isFiltered ? list.clearFilters : undefined}
    >
      {children}
    </ListBar>
  );
}

const useStyles = makeStyles({ day: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS } });

export interface DayFilterProps {
  label: string;
  /** A date such as `2026-02-03`, or an empty string. */
  day: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

/** A filter with a date. */
export function DayFilter({ label, day, min, max, onChange }: DayFilterProps) {
  const styles = useStyles();
  const id = useId('day');
  return (
    <span className={styles.day}>
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        type="date"
        value={day}
        min={min || undefined}
        max={max || undefined}
        onChange={(_, { value }) => onChange(value)}
      />
    </span>
  );
}

type NamesOf<P extends Params, Value> = { [Name in keyof P]: ValuesOf<P>[Name] extends Value ? Name : never }[keyof P];

export interface FilterProps<P extends Params, Value> {
  list: Pick<UrlParamsState<P>, 'values' | 'set'>;
  /** Name of the parameter. */
  name: NamesOf<P, Value>;
  label: string;
}

/** A filter with one of several values. */
export function SelectFilter<P extends Params>({
  list,
  name,
  label,
  choices,
}: FilterProps<P, string> & { choices: readonly { value: string; label: string }[] }) {
  return (
    <Select
      aria-label={label}
      value={list.values[name] as string}
      onChange={(_, { value }) => list.set({ [name]: value } as Partial<ValuesOf<P>>)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  );
}

/** A filter that is on or off. */
export function FlagFilter<P extends Params>({
  list,
  name,
  label,
  reset,
}: FilterProps<P, boolean> & {
  /** Values to set for other filters that cannot be combined with this filter. */
  reset?: Partial<ValuesOf<P>>;
}) {
  return (
    <Checkbox
      label={label}
      checked={list.values[name] as boolean}
      onChange={(_, { checked }) => list.set({ ...reset, [name]: checked === true } as Partial<ValuesOf<P>>)}
    />
  );
}

export interface SortSelectProps {
  list: Pick<ListState<unknown>, 'sort' | 'setSort'>;
  label: string;
  /** Sort orders as in the API, such as `-created`. The first one is the default of the list. */
  orderings: readonly [string, ...string[]];
  formatOrdering: (ordering: string) => string;
}

/** Drop-down for the sort order of a list. Also allows sort orders for values that have no column. */
export function SortSelect({ list: { sort, setSort }, label, orderings, formatOrdering }: SortSelectProps) {
  const currentOrdering = sort ? toOrdering(sort) : orderings[0];
  return (
    <Select aria-label={label} value={currentOrdering} onChange={(_, { value }) => setSort(parseOrdering(value))}>
      {[...new Set([...orderings, currentOrdering])].map((ordering) => (
        <option key={ordering} value={ordering}>
          {formatOrdering(ordering)}
        </option>
      ))}
    </Select>
  );
}

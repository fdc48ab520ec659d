// The parts of a list on a page. The state of a list (`useServerList`, `useLoadedList`) is in `pages`, which
// does not load the table.
export {
  DayFilter,
  FlagFilter,
  ListFilters,
  SelectFilter,
  SortSelect,
  type DayFilterProps,
  type FilterProps,
  type ListFiltersProps,
  type SortSelectProps,
} from './list-filters';
export { ListSection, type ListSectionProps } from './list-section';
export { ListTable, type ListTableProps } from './list-table';

// The parts of a list. Its state, `useServerList` or `useLoadedList`, is in `pages`, which works without tables.
export { FlagFilter, ListFilters, SelectFilter, type FilterProps, type ListFiltersProps } from './list-filters';
export { ListSection, type ListSectionProps } from './list-section';
export { ListTable, type ListTableProps } from './list-table';

// A list whose rows the server searches, filters, sorts and pages. `useServerList` is in `pages`, which works without tables.
export { FlagFilter, ListFilters, SelectFilter, type FilterProps, type ListFiltersProps } from './list-filters';
export { ListSection, type ListSectionProps } from './list-section';
export { ListTable, type ListTableProps } from './list-table';

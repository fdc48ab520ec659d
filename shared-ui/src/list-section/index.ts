// Components of a list on a page. The hooks for its state (`useServerList`, `useLoadedList`) are exported from `pages`, so that importing
// them does not load the table.
export { DayFilter, FlagFilter, ListFilters, SelectFilter, SortSelect, type FilterProps } from './list-filters';
export { ListSection } from './list-section';
export { ListTable } from './list-table';

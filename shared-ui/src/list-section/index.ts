// The parts of a list on a page. The state of a list (`useServerList`, `useLoadedList`) is in `pages`, which does not load the table.
export { DayFilter, FlagFilter, ListFilters, SelectFilter, SortSelect, type FilterProps } from './list-filters';
export { ListSection } from './list-section';
export { ListTable } from './list-table';

// All exports in one module, for micro-frontends that were published before the sub-paths existed. Importing one name loads
// everything. Within this major version, do not remove names that published remotes import. Export new names from a sub-path.
export * from './fluent';
export * from './basics';
export * from './choices';
export * from './table';
export * from './membership';
export * from './popover';
export * from './tabs';
export * from './tags';
export * from './toolbar';

// Old names of exports, which published remotes still import.
export { compareByName as byName } from './format/names';
export { getLastPage as lastPageOf } from './pager/pager';

// Everything at once, for remotes that were built before the sub-paths were there: whoever takes one thing from here
// loads all of it. It must not lose a name within this major version, and gets no new one.
export * from './fluent';
export * from './basics';
export * from './choices';
export * from './table';
export * from './membership';
export * from './named-rows';
export * from './popover';
export * from './tabs';
export * from './tags';
export * from './toolbar';

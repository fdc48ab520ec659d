export * from './constants';
export type * from './faults';
export type * from './host-services';
export * from './manifest';
export * from './refs';
export * from './registry';
export * from './resolve';
export * from './runtime-config';
export type * from './widgets';

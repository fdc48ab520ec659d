export { makeHostConfig } from './host';
export { IN_HOST_PATH, makeInHostConfig } from './in-host';
export { makeOneBundleConfig } from './one-bundle';
export { makeRemoteConfig } from './remote';
export { makeStandaloneConfig } from './standalone';

export { createHostConfig } from './host';
export { IN_HOST_PATH, createInHostConfig } from './in-host';
export { createOneBundleConfig } from './one-bundle';
export { createRemoteConfig } from './remote';
export { createStandaloneConfig } from './standalone';

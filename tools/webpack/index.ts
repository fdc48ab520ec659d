export { makeHostConfig } from './host';
export { makeRemoteConfig } from './remote';
export { makeStandaloneConfig } from './standalone';

export { makeHostConfig } from './host';
export { makeRemoteConfig } from './remote';

export { createFederation, type Federation, type FederationState } from './federation';
export { createHostServices, useFederationView } from './federation-view';
export { startFederation } from './start';

export { createFederation, type Federation, type FederationState } from './federation';
export { createHostServices, useFederationView } from './federation-view';
export { startFederation } from './start';
export { listLoads, LOAD_PHASES, type LoadPhase, type LoadRecord } from './loading/load-log';
export { listSharedPackages, type SharedPackage } from './loading/runtime';

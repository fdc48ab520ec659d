export { getChunkFaultKind } from './chunk-fault';
export { HostServicesProvider, useHostServices } from '../host-services/host-services';
export { LazyComponent } from './lazy-component';
export { describeFault, RemoteFailure } from './remote-views';
export { type LoadedComponent, type RemoteSource, RemotePart, SLOW_AFTER_MS } from './remote-part';
export { RemoteWidget } from './remote-widget';

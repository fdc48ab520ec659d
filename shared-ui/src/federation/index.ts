export { getChunkFaultKind } from './chunk-fault';
export { HostServicesProvider, useHostServices } from './host-services';
export { LazyComponent, type LazyComponentProps } from './lazy-component';
export { describeFault, RemoteFailure, type RemoteFailureProps } from './remote-views';
export { type LoadedComponent, type RemoteSource, RemotePart, type RemotePartProps, SLOW_AFTER_MS } from './remote-part';
export { RemoteWidget, type RemoteWidgetProps } from './remote-widget';

export { chunkFault } from './chunk-fault';
export { HostServicesProvider, useHostServices } from './host-services';
export { LazyPart, type LazyPartProps } from './lazy-part';
export { faultReason, PartFailure, type PartFailureProps } from './part-views';
export { type LoadedPart, type PartSource, RemotePart, type RemotePartProps, SLOW_AFTER_MS } from './remote-part';
export { RemoteWidget, type RemoteWidgetProps } from './remote-widget';

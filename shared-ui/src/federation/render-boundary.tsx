import type { FaultReport, RemotePartFaultKind } from '@console/shared-contract/federation';
import { Component, type ReactNode } from 'react';
import { getChunkFaultKind } from './chunk-fault';
import { useHostServices } from '../host-services/host-services';

interface BoundaryProps {
  children: ReactNode;
  /** Identifies the children in fault reports. */
  source: Pick<FaultReport, 'part' | 'remote' | 'version'>;
  /** Renders the error message instead of children that threw. */
  renderError: (kind: RemotePartFaultKind) => ReactNode;
}
interface BoundaryState {
  fault: { kind: RemotePartFaultKind; message: string } | null;
}

class Boundary extends Component<BoundaryProps & { onFault: (fault: Omit<FaultReport, 'at'>) => void }, BoundaryState> {
  override state: BoundaryState = { fault: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    // If a chunk fails to load while React renders, report the chunk instead of an error of the component.
    return { fault: { kind: getChunkFaultKind(error) ?? 'render', message } };
  }

  override componentDidCatch(): void {
    if (this.state.fault) this.props.onFault({ ...this.state.fault, ...this.props.source });
  }

  override render(): ReactNode {
    const { fault } = this.state;
    return fault ? this.props.renderError(fault.kind) : this.props.children;
  }
}

/** Catches and reports errors that a remote component throws while it renders, so that the rest of the page keeps working. */
export function RenderBoundary(props: BoundaryProps) {
  const services = useHostServices();
  return <Boundary {...props} onFault={(fault) => services?.reportFault(fault)} />;
}

import type { FaultReport, RemotePartFaultKind } from '@console/shared-contract/federation';
import { Component, type ReactNode } from 'react';
import { useHostServices } from './host-services';

interface BoundaryProps {
  children: ReactNode;
  /** Identifies the children in fault reports. */
  report: Pick<FaultReport, 'part' | 'remote' | 'version'>;
  /** Renders the error message instead of children that threw. */
  failure: (kind: RemotePartFaultKind) => ReactNode;
}
interface BoundaryState {
  fault: { kind: RemotePartFaultKind; message: string } | null;
}

/** A chunk that fails to load during rendering is not an error of the component. */
function getFaultKind(error: unknown): RemotePartFaultKind {
  return error instanceof Error && error.name === 'ChunkLoadError' ? 'chunk' : 'render';
}

class Boundary extends Component<BoundaryProps & { onFault: (fault: Omit<FaultReport, 'at'>) => void }, BoundaryState> {
  override state: BoundaryState = { fault: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { fault: { kind: getFaultKind(error), message } };
  }

  override componentDidCatch(): void {
    if (this.state.fault) this.props.onFault({ ...this.state.fault, ...this.props.report });
  }

  override render(): ReactNode {
    const { fault } = this.state;
    return fault ? this.props.failure(fault.kind) : this.props.children;
  }
}

/** Limits a crash of a remote component to its part of the page and reports the crash. */
export function RenderBoundary(props: BoundaryProps) {
  const services = useHostServices();
  return <Boundary {...props} onFault={(fault) => services?.reportFault(fault)} />;
}

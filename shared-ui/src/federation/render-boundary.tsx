import type { FaultReport, RemotePartFaultKind } from '@console/shared-contract/federation';
import { Component, type ReactNode } from 'react';
import { useHostServices } from './host-services';

interface BoundaryProps {
  children: ReactNode;
  /** Of what is inside. */
  report: Pick<FaultReport, 'part' | 'remote' | 'version'>;
  /** What is shown in place of a part that threw. */
  failure: (kind: RemotePartFaultKind) => ReactNode;
}
interface BoundaryState {
  fault: { kind: RemotePartFaultKind; message: string } | null;
}

/** A chunk that a page asks for late fails inside the render, and is no error of the page. */
function kindOf(error: unknown): RemotePartFaultKind {
  return error instanceof Error && error.name === 'ChunkLoadError' ? 'chunk' : 'render';
}

class Boundary extends Component<BoundaryProps & { onFault: (fault: Omit<FaultReport, 'at'>) => void }, BoundaryState> {
  override state: BoundaryState = { fault: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { fault: { kind: kindOf(error), message } };
  }

  override componentDidCatch(): void {
    if (this.state.fault) this.props.onFault({ ...this.state.fault, ...this.props.report });
  }

  override render(): ReactNode {
    const { fault } = this.state;
    return fault ? this.props.failure(fault.kind) : this.props.children;
  }
}

/** Keeps a crash of another team's component to its place, and reports it. */
export function RenderBoundary(props: BoundaryProps) {
  const services = useHostServices();
  return <Boundary {...props} onFault={(fault) => services?.reportFault(fault)} />;
}

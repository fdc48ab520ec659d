import type { FaultReport } from '@console/shared-contract/federation';
import { Component, type ReactNode } from 'react';
import { useHostServices } from './host-services';
import { PartFailure } from './part-views';

type Report = Omit<FaultReport, 'at'>;

interface BoundaryProps {
  children: ReactNode;
  title: string;
  part: string;
  remote: string;
  version: string;
  compact?: boolean;
  onRetry: () => void;
}

/** A chunk that a page asks for late fails inside the render, and is no error of the page. */
function kindOf(error: unknown): Report['kind'] {
  return error instanceof Error && error.name === 'ChunkLoadError' ? 'chunk' : 'render';
}

class Boundary extends Component<BoundaryProps & { report: (fault: Report) => void }, { fault: Report | null }> {
  override state: { fault: Report | null } = { fault: null };

  static getDerivedStateFromError(error: unknown): { fault: Report } {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { fault: { kind: kindOf(error), message, remote: '', version: '', part: '' } };
  }

  override componentDidCatch(): void {
    const { report, part, remote, version } = this.props;
    if (this.state.fault) report({ ...this.state.fault, part, remote, version });
  }

  override render(): ReactNode {
    const { children, title, remote, version, compact, onRetry } = this.props;
    const { fault } = this.state;
    if (!fault) return children;
    return <PartFailure title={title} fault={{ kind: fault.kind, remote, version }} compact={compact} onRetry={onRetry} />;
  }
}

/** Keeps a crash of another team's component to its place, and reports it. */
export function RenderBoundary(props: BoundaryProps) {
  const services = useHostServices();
  return <Boundary {...props} report={(fault) => services?.reportFault(fault)} />;
}

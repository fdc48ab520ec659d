import { Component, type ErrorInfo, type ReactNode } from 'react';
import { crashMessages } from './crash-messages';
import { ErrorState } from '../states/error-state';

export interface ErrorBoundaryProps {
  children: ReactNode;
  /** Title of the error message. Default: a general sentence. */
  title?: string;
  onError?: (error: Error, info: ErrorInfo) => void;
}

/** Catches rendering errors of its children, so that the rest of the page keeps working. Shows the error with a Retry button. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.props.onError?.(error, info);
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <ErrorState title={this.props.title ?? crashMessages.crashed} onRetry={() => this.setState({ error: null })}>
        <span>{crashMessages.crashedHint}</span>
      </ErrorState>
    );
  }
}

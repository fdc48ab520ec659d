import type { LoadFault, LoadResult } from '@console/shared-contract/federation';
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { RemoteContext } from '../host-services/remote-context';
import { RemoteFailure, RemoteSlowNotice } from './remote-views';
import { RenderBoundary } from './render-boundary';
import { restartPendingChunks } from './restart-chunks';
import { RetryFocus } from './retry-focus';

/** Loading time after which a notice is shown. Loading continues. */
export const SLOW_AFTER_MS = 8000;

export interface LoadedComponent<P> {
  Component: ComponentType<P>;
  remote: string;
  version: string;
  /** Called when the component was rendered for the first time after it was loaded. */
  onDisplay?: () => void;
}

/** Source of a component of a micro-frontend. Memoize this object, because each new object starts a new load. */
export interface RemoteSource<P> {
  /** Name of the component at the start of a sentence. */
  title: string;
  /** Unique component reference or widget id, for fault reports. */
  part: string;
  /** Returns the component if it is already loaded, so that it renders immediately. */
  peek: () => LoadedComponent<P> | undefined;
  /** Loads the component. Never rejects: the result contains the failure. */
  load: (retry: boolean) => Promise<LoadResult<LoadedComponent<P>>>;
}

export interface RemotePartProps<P extends object> {
  source: RemoteSource<P>;
  props: P;
  /** Placeholder while the component loads. */
  skeleton: ReactNode;
  /** Smaller error messages, for a component within a page. */
  compact?: boolean;
  /** Adds a frame around the skeleton and the error messages. The loaded component has its own frame. */
  frame?: (content: ReactNode) => ReactNode;
  /** Replaces the default error message. */
  fallback?: (fault: LoadFault, retry: () => void) => ReactNode;
}

type LoadOutcome<P> =
  | { status: 'loading' }
  | { status: 'slow' }
  | { status: 'ready'; loaded: LoadedComponent<P> }
  | { status: 'failed'; fault: LoadFault };

type AttemptProps<P extends object> = RemotePartProps<P> & { isRetry: boolean; onRetry: () => void };

function useLoad<P>(source: RemoteSource<P>, isRetry: boolean): LoadOutcome<P> {
  const [outcome, setOutcome] = useState<LoadOutcome<P>>(() => {
    const loadedComponent = isRetry ? undefined : source.peek();
    return loadedComponent ? { status: 'ready', loaded: loadedComponent } : { status: 'loading' };
  });
  const [wasLoaded] = useState(outcome.status === 'ready');
  useEffect(() => {
    if (wasLoaded) return;
    let isCurrent = true;
    const timer = setTimeout(() => setOutcome({ status: 'slow' }), SLOW_AFTER_MS);
    void source.load(isRetry).then((result) => {
      clearTimeout(timer);
      if (isCurrent) setOutcome(result.ok ? { status: 'ready', loaded: result.value } : { status: 'failed', fault: result });
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [source, isRetry, wasLoaded]);
  return outcome;
}

function Attempt<P extends object>({
  source,
  props,
  skeleton,
  compact,
  frame = (content) => content,
  fallback,
  isRetry,
  onRetry,
}: AttemptProps<P>) {
  const outcome = useLoad(source, isRetry);
  /**
   * Requests all pending chunks again, then retries. Without new requests, the retry would wait until the pending chunks time out.
   */
  const restartAndRetry = () => {
    restartPendingChunks();
    onRetry();
  };
  if (outcome.status === 'loading') return frame(skeleton);
  if (outcome.status === 'slow') {
    return frame(
      <>
        <RemoteSlowNotice title={source.title} onRetry={restartAndRetry} />
        {skeleton}
      </>,
    );
  }
  if (outcome.status === 'failed') {
    const { fault } = outcome;
    const retry = fault.kind === 'timeout' ? restartAndRetry : onRetry;
    return frame(
      fallback ? fallback(fault, retry) : <RemoteFailure title={source.title} fault={fault} compact={compact} onRetry={retry} />,
    );
  }
  const { Component, remote, version, onDisplay } = outcome.loaded;
  return (
    <RenderBoundary
      source={{ part: source.part, remote, version }}
      renderError={(kind) =>
        frame(<RemoteFailure title={source.title} fault={{ kind, remote, version }} compact={compact} onRetry={onRetry} />)
      }
    >
      <RemoteContext value={outcome.loaded}>{createElement(Component, props)}</RemoteContext>
      <AfterDisplay run={onDisplay} />
    </RenderBoundary>
  );
}

/**
 * Calls `run` after the component was rendered. React runs effects in the order of the elements, so place this element after the component.
 */
function AfterDisplay({ run }: { run?: () => void }) {
  useEffect(() => run?.(), [run]);
  return null;
}

/** Loads and renders a component of another build. If loading is slow or the component fails, shows a message with a Retry button. */
export function RemotePart<P extends object>(remotePartProps: RemotePartProps<P>) {
  const { part, title } = remotePartProps.source;
  const [attempt, setAttempt] = useState({ part, number: 0 });
  const attemptNumber = attempt.part === part ? attempt.number : 0;
  return (
    <>
      {attemptNumber > 0 && <RetryFocus key={attemptNumber} title={title} />}
      <Attempt
        key={`${part} ${attemptNumber}`}
        {...remotePartProps}
        isRetry={attemptNumber > 0}
        onRetry={() => setAttempt({ part, number: attemptNumber + 1 })}
      />
    </>
  );
}

import type { LoadFault, LoadResult } from '@console/shared-contract/federation';
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { RemoteContext } from './remote-context';
import { RemoteFailure, RemoteSlowNotice } from './remote-views';
import { RenderBoundary } from './render-boundary';
import { RetryFocus } from './retry-focus';

/** After so long a person is told that it is slow; the load goes on. */
export const SLOW_AFTER_MS = 8000;

export interface LoadedComponent<P> {
  Component: ComponentType<P>;
  remote: string;
  version: string;
}

/** Where a part comes from. Memoise it: a new one is a new load. */
export interface RemoteSource<P> {
  /** What a person calls it, at the start of a sentence. */
  title: string;
  /** The reference or widget id, with whatever makes it unique; for reports. */
  part: string;
  /** What is loaded already, so that a page that was seen before is drawn at once. */
  peek: () => LoadedComponent<P> | undefined;
  /** Never rejects. */
  load: (retry: boolean) => Promise<LoadResult<LoadedComponent<P>>>;
}

export interface RemotePartProps<P extends object> {
  source: RemoteSource<P>;
  props: P;
  /** Shown while it loads: the shape of what will come. */
  skeleton: ReactNode;
  /** Smaller words, for a part within a page. */
  compact?: boolean;
  /** What stands around the part's own frame-less states: skeleton, slow, failed, crashed. */
  frame?: (content: ReactNode) => ReactNode;
  /** Shown in place of the failure's own words. */
  fallback?: (fault: LoadFault, retry: () => void) => ReactNode;
}

type Outcome<P> =
  | { status: 'loading' }
  | { status: 'slow' }
  | { status: 'ready'; loaded: LoadedComponent<P> }
  | { status: 'failed'; fault: LoadFault };

type AttemptProps<P extends object> = RemotePartProps<P> & { again: boolean; onRetry: () => void };

function useLoad<P>(source: RemoteSource<P>, again: boolean): Outcome<P> {
  const [outcome, setOutcome] = useState<Outcome<P>>(() => {
    const loaded = again ? undefined : source.peek();
    return loaded ? { status: 'ready', loaded } : { status: 'loading' };
  });
  const [loadedAtOnce] = useState(outcome.status === 'ready');
  useEffect(() => {
    if (loadedAtOnce) return;
    let current = true;
    const timer = setTimeout(() => setOutcome({ status: 'slow' }), SLOW_AFTER_MS);
    void source.load(again).then((result) => {
      clearTimeout(timer);
      if (current) setOutcome(result.ok ? { status: 'ready', loaded: result.value } : { status: 'failed', fault: result });
    });
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [source, again, loadedAtOnce]);
  return outcome;
}

function Attempt<P extends object>({
  source,
  props,
  skeleton,
  compact,
  frame = (content) => content,
  fallback,
  again,
  onRetry,
}: AttemptProps<P>) {
  const outcome = useLoad(source, again);
  if (outcome.status === 'loading') return frame(skeleton);
  if (outcome.status === 'slow') {
    return frame(
      <>
        <RemoteSlowNotice title={source.title} onRetry={onRetry} />
        {skeleton}
      </>,
    );
  }
  if (outcome.status === 'failed') {
    const { fault } = outcome;
    return frame(
      fallback ? (
        fallback(fault, onRetry)
      ) : (
        <RemoteFailure title={source.title} fault={fault} compact={compact} onRetry={onRetry} />
      ),
    );
  }
  const { Component, remote, version } = outcome.loaded;
  return (
    <RenderBoundary
      report={{ part: source.part, remote, version }}
      failure={(kind) =>
        frame(<RemoteFailure title={source.title} fault={{ kind, remote, version }} compact={compact} onRetry={onRetry} />)
      }
    >
      <RemoteContext value={outcome.loaded}>{createElement(Component, props)}</RemoteContext>
    </RenderBoundary>
  );
}

/** Loads a component of another build and shows it; slow, failed and crashed are said in its place, with Retry. */
export function RemotePart<P extends object>(all: RemotePartProps<P>) {
  const { part } = all.source;
  const [attempt, setAttempt] = useState({ part, number: 0 });
  const number = attempt.part === part ? attempt.number : 0;
  return (
    <>
      {number > 0 && <RetryFocus key={number} title={all.source.title} />}
      <Attempt key={`${part} ${number}`} {...all} again={number > 0} onRetry={() => setAttempt({ part, number: number + 1 })} />
    </>
  );
}

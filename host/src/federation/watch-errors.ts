import type { ResolvedRemote } from '@console/shared-contract/federation';
import type { Federation, Report } from './federation';

/** The remote whose files come first in a stack trace: the code that threw, or that called what threw. */
function remoteIn(trace: string, remotes: readonly ResolvedRemote[]): ResolvedRemote | undefined {
  const found = remotes
    .map((remote) => ({ remote, at: trace.indexOf(new URL('.', new URL(remote.entry, document.baseURI)).href) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return found[0]?.remote;
}

function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? '') : '';
}

/** An answer that nobody waits for any more is no failure. */
function isAbandoned(error: unknown): boolean {
  return error instanceof Error && /^(AbortError|CanceledError)$/.test(error.name);
}

/**
 * Reports what a remote's code throws outside of loading and drawing: in a click, a timer, a promise that nobody waits
 * for. The screen stays as it is. Gives the end of it.
 */
export function watchErrors(federation: Pick<Federation, 'getState'>, report: Report): () => void {
  // A handler that throws with each move of the pointer would push everything else out of the log.
  let last = '';
  const look = (error: unknown, message: string, file = '') => {
    if (isAbandoned(error)) return;
    const remote = remoteIn(`${file}\n${traceOf(error)}`, federation.getState().remotes);
    if (!remote || last === remote.name + message) return;
    last = remote.name + message;
    const { name, version, override } = remote;
    report({ kind: 'event', message: traceOf(error) || message, remote: name, version, override, part: 'event' });
  };
  const onError = (event: ErrorEvent) => look(event.error, event.message, event.filename);
  const onRejection = (event: PromiseRejectionEvent) => look(event.reason, String(event.reason));
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}

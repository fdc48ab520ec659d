import type { ResolvedRemote } from '@console/shared-contract/federation';
import type { Federation, ReportFault } from './federation';

/** Finds the remote whose files come first in a stack trace: its code threw the error or called the code that threw. */
function findRemoteInTrace(trace: string, remotes: readonly ResolvedRemote[]): ResolvedRemote | undefined {
  const matches = remotes
    .map((remote) => ({ remote, index: trace.indexOf(new URL('.', new URL(remote.entry, document.baseURI)).href) }))
    .filter(({ index }) => index >= 0)
    .sort((a, b) => a.index - b.index);
  return matches[0]?.remote;
}

function getTrace(error: unknown): string {
  return error instanceof Error ? (error.stack ?? '') : '';
}

/** Whether the error comes from an aborted request, which is not a failure. */
function isAbandoned(error: unknown): boolean {
  return error instanceof Error && /^(AbortError|CanceledError)$/.test(error.name);
}

/**
 * Reports errors that a remote's code throws in event handlers, timers and unhandled promises. Nothing on the screen changes.
 * @returns a function that stops watching
 */
export function watchErrors(federation: Pick<Federation, 'getState'>, report: ReportFault): () => void {
  // Skip repeated errors: a handler that throws on each pointer move would push all other errors out of the log.
  let lastReport = '';
  const handleError = (error: unknown, message: string, file = '') => {
    if (isAbandoned(error)) return;
    const remote = findRemoteInTrace(`${file}\n${getTrace(error)}`, federation.getState().remotes);
    if (!remote || lastReport === remote.name + message) return;
    lastReport = remote.name + message;
    const { name, version, override } = remote;
    report({ kind: 'event', message: getTrace(error) || message, remote: name, version, override, part: 'event' });
  };
  const onError = (event: ErrorEvent) => handleError(event.error, event.message, event.filename);
  const onRejection = (event: PromiseRejectionEvent) => handleError(event.reason, String(event.reason));
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}

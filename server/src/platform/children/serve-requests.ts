import { writeFileSync } from 'node:fs';
import type { ChildMessage, RequestFailure, ServerMessage } from './protocol';

// The part of the protocol that runs in the child process. The learner imports this file, so the file must not depend on other parts of
// the server.

/** Sends an event to the server. Resolves when the server has handled it. */
export type SendEvent<Event> = (event: Event) => Promise<void>;

/**
 * Handles the requests of the server until the channel closes, and then exits. Requests may overlap. `getStatus` returns the
 * HTTP status of an error whose message is for the user, and undefined for an unexpected error.
 */
export function serveRequests<Request, Result, Event = never>(
  handle: (request: Request, sendEvent: SendEvent<Event>) => Promise<Result>,
  getStatus: (error: unknown) => number | undefined,
): void {
  const send = (message: ChildMessage<Result, Event>) => process.send?.(message);
  const unacknowledged = new Map<number, () => void>();
  let lastSequence = 0;
  process.on('disconnect', () => process.exit());
  process.on('message', (message: ServerMessage<Request>) => {
    if ('acknowledged' in message) {
      unacknowledged.get(message.acknowledged)?.();
      unacknowledged.delete(message.acknowledged);
      return;
    }
    const { id, request } = message;
    const sendEvent: SendEvent<Event> = (event) =>
      new Promise((resolve) => {
        const sequence = (lastSequence += 1);
        unacknowledged.set(sequence, resolve);
        send({ id, event, sequence });
      });
    handle(request, sendEvent).then(
      (done) => send({ id, done }),
      (error: unknown) => send({ id, failed: { ...describeError(error), status: getStatus(error) } }),
    );
  });
  send({ ready: true });
}

function describeError(error: unknown): RequestFailure {
  return error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) };
}

/** Ignores signals, so that only the server ends this process. If memory runs out, the system kills this process before the server. */
export function protectServer(): void {
  // A signal to the process group must not interrupt requests that the server is still finishing.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux has the file.
  }
}

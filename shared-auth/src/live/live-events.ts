import type { LiveEvent } from '@console/shared-contract/api';

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

/** Calls `listener` for each message of the live stream. Returns a function that stops this. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Passes a message of the live stream to all listeners. */
export function emitLiveEvent(event: LiveEvent): void {
  for (const listener of [...listeners]) listener(event);
}

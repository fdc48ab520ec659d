import type { Delta } from '../store/delta';
import type { OutboxEvent, WaitReason } from '../entries/types';

/** Messages between the tabs of one user in one workspace. */
export type TabMessage =
  | { readonly type: 'delta'; readonly delta: Delta }
  | { readonly type: 'events'; readonly events: readonly OutboxEvent[] }
  /** The state of the leading tab. */
  | ReturnType<typeof toWaitingMessage>
  /** A new tab requests the state of the leading tab. */
  | { readonly type: 'hello' }
  /** Asks the leading tab to retry immediately. */
  | { readonly type: 'retry' };

/**
 * Creates a message with the reason why changes are not sent at the moment. Tabs of earlier releases do not know the reason 'space' (the
 * server is out of disk space), so they receive 'server' instead.
 */
export function toWaitingMessage(reason: WaitReason | null) {
  return { type: 'waiting', reason: reason === 'space' ? 'server' : reason, isFull: reason === 'space' } as const;
}

/** The part of BroadcastChannel that the outbox uses. */
export interface TabChannel {
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
  close(): void;
}

/** A channel that neither sends nor receives messages. */
export const SILENT: TabChannel = { post: () => undefined, listen: () => undefined, close: () => undefined };

/**
 * Opens the channel of a scope (a user in a workspace). If the browser has no BroadcastChannel, the tabs exchange no messages, but still
 * only one of them sends.
 */
export function openTabChannel(scope: string): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return SILENT;
  const channel = new BroadcastChannel(`annotation-outbox:${scope}`);
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data)),
    close: () => channel.close(),
  };
}

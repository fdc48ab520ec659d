import type { Delta } from '../store/delta';
import type { OutboxEvent, WaitReason } from '../types';

/** What the tabs of one scope tell each other. */
export type News =
  | { readonly type: 'delta'; readonly delta: Delta }
  | { readonly type: 'events'; readonly events: readonly OutboxEvent[] }
  /** The sending tab's state. */
  | ReturnType<typeof waitingNews>
  /** A new tab asks for that state. */
  | { readonly type: 'hello' }
  /** To the sending tab: try at once. */
  | { readonly type: 'retry' };

/** A tab of a release before knows no 'space', and takes it for a server that does not answer. */
export function waitingNews(reason: WaitReason | null) {
  return { type: 'waiting', reason: reason === 'space' ? 'server' : reason, isFull: reason === 'space' } as const;
}

/** The part of BroadcastChannel that is used. */
export interface NewsChannel {
  post(news: News): void;
  listen(listener: (news: News) => void): void;
  close(): void;
}

/** Nobody is told, and nothing is heard. */
export const SILENT: NewsChannel = { post: () => undefined, listen: () => undefined, close: () => undefined };

/** Where the browser has no channels, each tab knows what it last read, and still only one of them sends. */
export function openNewsChannel(scope: string): NewsChannel {
  if (typeof BroadcastChannel === 'undefined') return SILENT;
  const channel = new BroadcastChannel(`annotation-outbox:${scope}`);
  return {
    post: (news) => channel.postMessage(news),
    listen: (listener) => channel.addEventListener('message', ({ data }: MessageEvent<News>) => listener(data)),
    close: () => channel.close(),
  };
}

import { useSyncExternalStore } from 'react';
import type { Readable } from '../signals';

/** The present value of one of the editor's topics; the component is drawn again when it changes. */
export function useTopic<T>(topic: Readable<T>): T {
  return useSyncExternalStore(topic.subscribe, topic.getSnapshot);
}

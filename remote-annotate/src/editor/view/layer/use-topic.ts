import { useSyncExternalStore } from 'react';
import type { Readable } from '../../model/signals';

/** Returns the current value of a topic and renders the component again when it changes. */
export function useTopic<T>(topic: Readable<T>): T {
  return useSyncExternalStore(topic.subscribe, topic.getSnapshot);
}

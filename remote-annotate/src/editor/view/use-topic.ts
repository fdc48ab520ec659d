import { useSyncExternalStore } from 'react';
import type { Readable } from '../signals';

export function useTopic<T>(topic: Readable<T>): T {
  return useSyncExternalStore(topic.subscribe, topic.getSnapshot);
}

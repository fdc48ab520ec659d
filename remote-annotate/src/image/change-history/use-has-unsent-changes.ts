import { useCallback, useSyncExternalStore } from 'react';
import { useScreen } from '../context/screen-context';

/** Whether the outbox has unsent changes of the image. */
export function useHasUnsentChanges(): boolean {
  const { workId, outbox } = useScreen();
  const subscribe = useCallback(
    (onChange: () => void) => {
      const unsubscribeFromEntries = outbox.onEntries(onChange);
      const unsubscribeFromState = outbox.subscribe(onChange);
      return () => {
        unsubscribeFromEntries();
        unsubscribeFromState();
      };
    },
    [outbox],
  );
  return useSyncExternalStore(subscribe, () => !outbox.isLoaded || outbox.getPendingEntries(workId).length > 0);
}

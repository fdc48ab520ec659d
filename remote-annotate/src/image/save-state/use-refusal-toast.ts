import { useNotify } from '@console/shared-ui/basics';
import { toPlainReason } from '@console/shared-ui/format';
import { useEffect, useRef } from 'react';
import { outboxMessages } from '../../outbox/entries/outbox-messages';
import type { SaveState } from '../../outbox';

/** Shows a toast when the server rejects a new object. The user decides about the object in the list of the save state. */
export function useRefusalToast(saveState: SaveState): void {
  const notify = useNotify();
  const lastItemIds = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    // Show no toast for rejections of earlier visits. The list of the save state contains them.
    if (saveState.kind === 'checking') return;
    const items = saveState.kind === 'attention' ? saveState.items : [];
    const previousIds = lastItemIds.current;
    lastItemIds.current = new Set(items.map(({ id }) => id));
    const refusedItem = items.find((item) => !previousIds?.has(item.id) && item.op === 'create' && item.kind === 'object');
    // Show one toast for all rejections of a bulk call.
    if (previousIds === null || refusedItem?.problem.type !== 'rejected') return;
    notify.danger({ title: outboxMessages.objectRefused, text: toPlainReason(refusedItem.problem.detail) });
  }, [saveState, notify]);
}

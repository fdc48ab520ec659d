import { useNotify } from '@console/shared-ui/basics';
import { useEffect, useRef } from 'react';
import { messages } from '../../messages';
import type { SaveState } from '../../outbox';

/** Says at once that an object was refused that has just been drawn: what to do about it is in the list of the save state. */
export function useRefusalToast(state: SaveState): void {
  const notify = useNotify();
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    // What earlier visits have left is in the list alone.
    if (state.kind === 'checking') return;
    const items = state.kind === 'attention' ? state.items : [];
    const before = known.current;
    known.current = new Set(items.map(({ id }) => id));
    const refused = items.find((item) => !before?.has(item.id) && item.op === 'create' && item.kind === 'object');
    // One for all that a bulk call has brought.
    if (before === null || refused?.problem.type !== 'rejected') return;
    notify.danger({ title: messages.outbox.objectRefused, text: refused.problem.detail });
  }, [state, notify]);
}

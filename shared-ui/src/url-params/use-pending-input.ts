import { useCallback, useEffect, useRef, useState } from 'react';

/** Time after the last key press until the input is written. The pause avoids a request for each character. */
const PAUSE_MS = 250;

interface PendingInput<Patch> {
  context: unknown;
  patch: Patch;
}

/**
 * Collects typed input and writes it after a pause, or when the focus leaves the field.
 * @param context identity of what the input belongs to, such as the current URL. If this changes, pending input is discarded.
 */
export function usePendingInput<Patch extends object>(write: (patch: Patch) => void, context: unknown) {
  const [state, setState] = useState<PendingInput<Patch> | null>(null);
  // Use a ref besides the state: a key press, a click or the timer can occur before the next render and need the latest input.
  const latestInput = useRef<PendingInput<Patch> | null>(null);
  /** Returns the pending input and clears it. The caller must write or discard it. */
  const takePending = useCallback((): Patch | null => {
    const pendingInput = latestInput.current;
    latestInput.current = null;
    setState(null);
    return pendingInput !== null && pendingInput.context === context ? pendingInput.patch : null;
  }, [context]);
  const addInput = useCallback(
    (patch: Patch) => {
      const previousInput = latestInput.current;
      latestInput.current = {
        context,
        patch: { ...(previousInput?.context === context ? previousInput?.patch : null), ...patch },
      };
      setState(latestInput.current);
    },
    [context],
  );
  const pendingPatch = state !== null && state.context === context ? state.patch : null;
  useEffect(() => {
    if (pendingPatch === null) return undefined;
    const commitInput = () => {
      const patch = takePending();
      if (patch) write(patch);
    };
    const timer = setTimeout(commitInput, PAUSE_MS);
    // Write the input when the field loses the focus. This happens, for example, before the user follows a link.
    document.addEventListener('focusout', commitInput);
    // When the user goes back, the URL changes before the router reports this. Discard pending input, which belongs to the previous entry.
    window.addEventListener('popstate', takePending);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusout', commitInput);
      window.removeEventListener('popstate', takePending);
    };
  }, [pendingPatch, takePending, write]);
  return { pendingPatch, addInput, takePending };
}

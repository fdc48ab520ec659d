import { useCallback, type KeyboardEvent } from 'react';

/** The actions that the keys of a decision screen perform. */
interface DecisionActions {
  /** Chooses the shape of the user with this index. */
  chooseUser: (index: number) => void;
  /** Chooses all annotations of the user with this index. */
  chooseLayer: (index: number) => void;
  chooseProposal: () => void;
  chooseNone: () => void;
  goToNext: () => void;
  goToPrevious: () => void;
  toggleZoom: () => void;
  submit: () => void;
}

/** Returns the key handler of a decision screen. It leaves Enter to focused controls, and ignores keys that were already handled. */
export function useDecisionKeys(actions: DecisionActions, userCount: number): (event: KeyboardEvent) => void {
  return useCallback(
    (event: KeyboardEvent) => {
      const action = findAction(event, actions, userCount);
      if (!action || event.defaultPrevented) return;
      event.preventDefault();
      action();
    },
    [actions, userCount],
  );
}

function findAction(
  { key, code, shiftKey, ctrlKey, metaKey, altKey, target }: KeyboardEvent,
  actions: DecisionActions,
  userCount: number,
): (() => void) | null {
  if (key === 'Enter' && (ctrlKey || metaKey)) return actions.submit;
  if (ctrlKey || metaKey || altKey) return null;
  // With Shift, `key` of a digit depends on the keyboard layout. `code` does not.
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1] ?? (/^[0-9]$/.test(key) ? key : undefined);
  if (digit === '0') return shiftKey ? null : actions.chooseNone;
  const userIndex = digit === undefined ? 'abcd'.indexOf(key.toLowerCase()) : Number(digit) - 1;
  if (key.length === 1 && userIndex >= 0)
    return userIndex < userCount
      ? () => (digit === undefined || shiftKey ? actions.chooseLayer : actions.chooseUser)(userIndex)
      : null;
  const isOnControl = target instanceof Element && target.closest('button, a, input') !== null;
  if (key === 'Enter') return isOnControl ? null : actions.chooseProposal;
  if (key === 'Backspace') return actions.chooseNone;
  if (key === 'ArrowRight' || key === 'ArrowDown') return actions.goToNext;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return actions.goToPrevious;
  return key.toLowerCase() === 'f' ? actions.toggleZoom : null;
}

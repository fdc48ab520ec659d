import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { listFocusTargets, restoreFocus } from '../dialogs/restore-focus';

/** What is asked or edited over a page. Its identity is stable: a page that opens it is not drawn again. */
export interface DialogControl<What> {
  open: (what: What) => void;
  close: () => void;
  subscribe: (onChange: () => void) => () => void;
  /** What is open; null for nothing. */
  current: () => What | null;
  /** Where the focus goes when it closes, nearest first. */
  getFocusTargets: () => readonly HTMLElement[];
}

function createDialog<What>(): DialogControl<What> {
  let what: What | null = null;
  let homes: readonly HTMLElement[] = [];
  const listeners = new Set<() => void>();
  const show = (next: What | null) => {
    what = next;
    for (const listener of listeners) listener();
  };
  return {
    open: (next) => {
      if (what === null) homes = listFocusTargets(document.activeElement);
      show(next);
    },
    close: () => show(null),
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    current: () => what,
    getFocusTargets: () => homes,
  };
}

/** One dialog of a page at a time, of any of the kinds that `What` names; `DialogSlot` draws it. */
export function useDialog<What>(): DialogControl<What> {
  const [dialog] = useState(() => createDialog<What>());
  return dialog;
}

/** Where the page's dialog is drawn; it alone is drawn again when one opens, closes, or is typed in. */
export function DialogSlot<What>({
  of: dialog,
  children,
}: {
  of: DialogControl<What>;
  children: (what: What, close: () => void) => ReactNode;
}) {
  const what = useSyncExternalStore(dialog.subscribe, dialog.current);
  return what === null ? null : <Opened homesOf={dialog.getFocusTargets}>{children(what, dialog.close)}</Opened>;
}

function Opened({ homesOf, children }: { homesOf: () => readonly HTMLElement[]; children: ReactNode }) {
  const [homes] = useState(homesOf);
  useEffect(() => () => restoreFocus(homes), [homes]);
  return children;
}

import { useCallback, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { listFocusTargets, restoreFocus } from '../dialogs/restore-focus';

/**
 * Controls the dialogs of a page, of which one can be open. `Content` describes the open dialog. The object never changes, so opening a
 * dialog does not render the page again.
 */
export interface DialogControl<Content> {
  open: (content: Content) => void;
  close: () => void;
  subscribe: (onChange: () => void) => () => void;
  /** Returns the content of the open dialog; null if none is open. */
  getCurrent: () => Content | null;
  /** Returns the elements that get the focus when the dialog closes, nearest first. */
  getFocusTargets: () => readonly HTMLElement[];
}

function createDialog<Content>(): DialogControl<Content> {
  let content: Content | null = null;
  let focusTargets: readonly HTMLElement[] = [];
  const listeners = new Set<() => void>();
  const setContent = (newContent: Content | null) => {
    content = newContent;
    for (const listener of listeners) listener();
  };
  return {
    open: (newContent) => {
      if (content === null) focusTargets = listFocusTargets(document.activeElement);
      setContent(newContent);
    },
    close: () => setContent(null),
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    getCurrent: () => content,
    getFocusTargets: () => focusTargets,
  };
}

/** Creates the control for the dialogs of a page. Render the open dialog with `DialogSlot`. */
export function useDialog<Content>(): DialogControl<Content> {
  const [dialog] = useState(() => createDialog<Content>());
  return dialog;
}

/**
 * Renders the open dialog of a page. Only this component renders again when a dialog opens, closes or changes. If a dialog has opened
 * another dialog, its `close` has no effect.
 */
export function DialogSlot<Content>({
  dialog,
  children,
}: {
  dialog: DialogControl<Content>;
  children: (content: Content, close: () => void) => ReactNode;
}) {
  const content = useSyncExternalStore(dialog.subscribe, dialog.getCurrent);
  const close = useCallback(() => {
    if (dialog.getCurrent() === content) dialog.close();
  }, [dialog, content]);
  return content === null ? null : <OpenDialog getFocusTargets={dialog.getFocusTargets}>{children(content, close)}</OpenDialog>;
}

function OpenDialog({ getFocusTargets, children }: { getFocusTargets: () => readonly HTMLElement[]; children: ReactNode }) {
  useFocusRestoration(getFocusTargets);
  return children;
}

const listCurrentTargets = () => listFocusTargets(document.activeElement);

/** When the component unmounts, moves the focus to the first of the target elements that still exists. */
export function useFocusRestoration(getTargets: () => readonly HTMLElement[] = listCurrentTargets): void {
  const [targets] = useState(getTargets);
  useEffect(() => () => restoreFocus(targets), [targets]);
}

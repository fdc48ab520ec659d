import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { focusCanvas } from '../controls/focus-canvas';
import { handleEscape } from '../controls/handle-escape';
import { useKeyAction } from '../keys/use-key-action';

interface LabelSearch {
  /** Props of the element around the picker. */
  readonly containerProps: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onKeyDownCapture: (event: KeyboardEvent) => void;
  };
  /** Call this after the user has chosen a label. Returns the focus to the canvas. */
  readonly finish: () => void;
}

/** Lets a key open a picker of labels. After a choice or Esc, the focus returns to the canvas. */
export function useLabelSearch(isOffered: boolean): LabelSearch {
  const containerRef = useRef<HTMLDivElement>(null);
  const wasOpenedByKey = useRef(false);
  const openPicker = () => {
    const input = containerRef.current?.querySelector('input');
    input?.focus();
    input?.click();
    wasOpenedByKey.current = true;
  };
  useKeyAction('find-label', isOffered ? openPicker : null);
  const finish = () => {
    if (wasOpenedByKey.current) focusCanvas();
    wasOpenedByKey.current = false;
  };
  // Handle Esc before the picker does, because the picker would keep the focus.
  const onKeyDownCapture = (event: KeyboardEvent) => wasOpenedByKey.current && handleEscape(event, finish);
  return { containerProps: { ref: containerRef, onKeyDownCapture }, finish };
}

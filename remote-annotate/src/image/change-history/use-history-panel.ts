import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/basics';
import { useMemo } from 'react';
import { focusCanvas } from '../controls/focus-canvas';

/** Value of the parameter `history` for the history of the complete image. */
const COMPLETE_IMAGE = 'image';

const params = defineUrlParams({
  /** Absent while the panel is closed. The id of a shape limits the history to this shape. */
  history: param.id(),
  /** Id of the last change of the version that is shown. */
  version: param.id(),
  /** Open comments. They use the same space as the history, so they close when the history opens. */
  comment: param.id(),
});

/** The element that had the focus when the user opened the panel. It gets the focus back when the panel closes. */
let openerElement: Element | null = null;
let isFocusRequested = false;

/** Whether the user has just opened the panel, so that it takes the focus. Returns true once. */
export function consumeFocusRequest(): boolean {
  const isRequested = isFocusRequested;
  isFocusRequested = false;
  return isRequested;
}

function restoreFocus(): void {
  const elementToFocus = openerElement;
  openerElement = null;
  requestAnimationFrame(() => {
    if (elementToFocus instanceof HTMLElement && elementToFocus.isConnected && elementToFocus !== document.body)
      elementToFocus.focus();
    if (document.activeElement === null || document.activeElement === document.body) focusCanvas();
  });
}

/** If the history panel is open, adds it to the link of another image, so that it stays open there. */
export function keepPanelOpen(link: string, currentSearch: string): string {
  if (!new URLSearchParams(currentSearch).has('history')) return link;
  return `${link}${link.includes('?') ? '&' : '?'}history=${COMPLETE_IMAGE}`;
}

/** The state of the history panel of the image screen, which is in the URL. */
export interface HistoryPanelState {
  readonly isOpen: boolean;
  /** Row id of the shape whose history is shown. Null for the complete image. */
  readonly shapeId: string | null;
  /** Id of the last change of the version that is shown. Null while only the current shapes are shown. */
  readonly changeId: number | null;
  /** Opens the history of the image, or of one of its shapes by row id. */
  readonly open: (shapeId?: string) => void;
  readonly close: () => void;
  readonly toggle: () => void;
  /** Shows the shapes after this change. Null shows only the current shapes. */
  readonly showVersion: (changeId: number | null) => void;
}

/** Reads and changes the state of the history panel. */
export function useHistoryPanel(): HistoryPanelState {
  const { values, replace } = useUrlParams(params);
  const { history, version } = values;
  return useMemo(() => {
    const isOpen = history !== '';
    const openPanel = (shapeId: string = COMPLETE_IMAGE) => {
      openerElement ??= document.activeElement;
      isFocusRequested = true;
      replace({ history: shapeId, version: '', comment: '' });
    };
    const close = () => {
      replace({ history: '', version: '' });
      restoreFocus();
    };
    return {
      isOpen,
      shapeId: isOpen && history !== COMPLETE_IMAGE ? history : null,
      changeId: isOpen && /^\d+$/.test(version) ? Number(version) : null,
      open: openPanel,
      close,
      toggle: isOpen ? close : () => openPanel(),
      showVersion: (changeId) => replace({ version: changeId === null ? '' : String(changeId) }),
    };
  }, [history, version, replace]);
}

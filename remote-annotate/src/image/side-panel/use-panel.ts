import { useMemo, useState } from 'react';

const WIDTH_KEY = 'annotate.panel-width';
const COLLAPSED_KEY = 'annotate.panel-folded';

/** Width of the side panel in CSS pixels. */
export const PANEL_WIDTH = { min: 280, initial: 400, max: 720 } as const;

/** State of the side panel, with functions that change it. */
export interface Panel {
  readonly width: number;
  /** Whether the user has set the width. If not, the panel is smaller in a narrow window. */
  readonly isResized: boolean;
  readonly isCollapsed: boolean;
  /** Sets the width. It is stored when `isFinal` is true, at the end of a drag. */
  readonly resize: (width: number, isFinal?: boolean) => void;
  /** Restores the default width. */
  readonly reset: () => void;
  readonly toggle: () => void;
}

const clampWidth = (width: number) => Math.round(Math.min(PANEL_WIDTH.max, Math.max(PANEL_WIDTH.min, width)));

function getRememberedWidth(): number | null {
  const width = Number(localStorage.getItem(WIDTH_KEY) ?? '');
  return width > 0 ? clampWidth(width) : null;
}

/** The width of the side panel and whether it is collapsed, as stored in this browser. */
export function usePanel(): Panel {
  const [width, setWidth] = useState(getRememberedWidth);
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(COLLAPSED_KEY) === '1');
  return useMemo(
    () => ({
      width: width ?? PANEL_WIDTH.initial,
      isResized: width !== null,
      isCollapsed,
      reset: () => {
        setWidth(null);
        localStorage.removeItem(WIDTH_KEY);
      },
      resize: (newWidth, isFinal = true) => {
        setWidth(clampWidth(newWidth));
        if (isFinal) localStorage.setItem(WIDTH_KEY, String(clampWidth(newWidth)));
      },
      toggle: () => {
        setCollapsed(!isCollapsed);
        localStorage.setItem(COLLAPSED_KEY, isCollapsed ? '0' : '1');
      },
    }),
    [width, isCollapsed],
  );
}

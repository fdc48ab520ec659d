import { useState } from 'react';

const WIDTH_KEY = 'annotate.panel-width';
const FOLDED_KEY = 'annotate.panel-folded';

/** Of the side panel, in CSS pixels. */
export const PANEL_WIDTH = { min: 280, initial: 400, max: 720 } as const;

export interface Panel {
  readonly width: number;
  readonly isFolded: boolean;
  /** Remembered once the hand has let go: `isDone`. */
  readonly resize: (width: number, isDone?: boolean) => void;
  readonly toggle: () => void;
}

const within = (width: number) => Math.round(Math.min(PANEL_WIDTH.max, Math.max(PANEL_WIDTH.min, width)));

function rememberedWidth(): number {
  const width = Number(localStorage.getItem(WIDTH_KEY) ?? '');
  return width > 0 ? within(width) : PANEL_WIDTH.initial;
}

/** How wide the side panel is and whether it is folded away, as this person left it in this browser. */
export function usePanel(): Panel {
  const [width, setWidth] = useState(rememberedWidth);
  const [isFolded, setFolded] = useState(() => localStorage.getItem(FOLDED_KEY) === '1');
  return {
    width,
    isFolded,
    resize: (to, isDone = true) => {
      setWidth(within(to));
      if (isDone) localStorage.setItem(WIDTH_KEY, String(within(to)));
    },
    toggle: () => {
      setFolded(!isFolded);
      localStorage.setItem(FOLDED_KEY, isFolded ? '0' : '1');
    },
  };
}

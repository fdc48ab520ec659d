import { useState, type ReactNode } from 'react';
import type { ViewportSize } from '../viewport/camera';
import { Konva, Stage } from './konva-parts';

interface CanvasStageProps {
  readonly size: ViewportSize;
  /** Give another ratio another `key`. */
  readonly pixelRatio: number;
  readonly children: ReactNode;
}

/** The stage takes no events: the editor finds what is under the pointer by its index, and konva's own hit canvases would be drawn for nothing. */
export function CanvasStage({ size, pixelRatio, children }: CanvasStageProps) {
  // konva's canvases take their ratio from here when they are made, and never look again.
  useState(() => {
    Konva.pixelRatio = pixelRatio;
  });
  return (
    <Stage width={size.width} height={size.height} listening={false}>
      {children}
    </Stage>
  );
}

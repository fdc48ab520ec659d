import { useState, type ReactNode } from 'react';
import type { ViewportSize } from '../viewport/camera';
import { Konva, Stage } from './layer/konva-parts';

interface CanvasStageProps {
  readonly size: ViewportSize;
  /** Also use the ratio as `key`, so that a change creates a new stage. */
  readonly pixelRatio: number;
  readonly children: ReactNode;
}

/** The konva stage. It handles no events: the editor does its own hit tests, and konva's hit canvases would take time. */
export function CanvasStage({ size, pixelRatio, children }: CanvasStageProps) {
  // konva reads the ratio only when it creates a canvas.
  useState(() => {
    Konva.pixelRatio = pixelRatio;
  });
  return (
    <Stage width={size.width} height={size.height} listening={false}>
      {children}
    </Stage>
  );
}

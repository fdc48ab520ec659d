import { useState, type ReactNode } from 'react';
import type { ViewportSize } from '../viewport/camera';
import { Konva, Stage } from './layer/konva-parts';

interface CanvasStageProps {
  readonly size: ViewportSize;
  /** Pass the ratio also as `key` of this component, so that a new ratio creates a new stage. */
  readonly pixelRatio: number;
  readonly children: ReactNode;
}

/** The konva stage, without konva's event handling. The editor does its own hit tests, which is faster. */
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

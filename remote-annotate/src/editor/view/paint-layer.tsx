import { useEffect, useRef, type RefObject } from 'react';
import type { Readable } from '../signals';
import { Layer, Shape, type Context, type LayerNode } from './konva-parts';

export type Paint = (context: CanvasRenderingContext2D) => void;

interface PaintLayerProps {
  readonly paint: Paint;
  /** Draws anew on each change of these, without a React render: a camera moves in every frame. */
  readonly on: readonly Readable<unknown>[];
  /** A CSS filter over the layer: the browser's compositor has it at no cost for a frame, where one in the drawing has it in each. */
  readonly filter?: string;
}

/** A layer of one drawing function; its context is in CSS pixels. */
export function PaintLayer({ paint, on, filter = '' }: PaintLayerProps) {
  const layer = useRef<LayerNode>(null);
  useEffect(() => {
    layer.current?.getNativeCanvasElement().style.setProperty('filter', filter);
  }, [filter]);
  useRedraw(layer, on);
  return (
    <Layer ref={layer} listening={false}>
      <Shape sceneFunc={(context: Context) => paint(rawContext(context))} />
    </Layer>
  );
}

/** Redraws a layer, at most once a frame, on each change of the topics. An empty one is left alone: clearing it costs as much as copying it to the screen. */
export function useRedraw(layer: RefObject<LayerNode | null>, on: readonly Readable<unknown>[], isEmpty = false): void {
  useEffect(() => {
    if (isEmpty) return undefined;
    const ends = on.map((topic) => topic.subscribe(() => layer.current?.batchDraw()));
    return () => ends.forEach((end) => end());
  }, [layer, on, isEmpty]);
}

/** The browser's own context: konva's copy of its methods would cost a call for each of thousands of lines. */
export function rawContext(context: Context): CanvasRenderingContext2D {
  return context._context;
}

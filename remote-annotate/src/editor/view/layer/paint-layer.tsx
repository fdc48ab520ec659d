import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Readable } from '../../model/signals';
import { Layer, Shape, type Context, type LayerNode } from './konva-parts';

export type Paint = (context: CanvasRenderingContext2D) => void;

interface PaintLayerProps {
  readonly paint: Paint;
  /** The layer is redrawn on each change of these topics, without a React render. */
  readonly topics: readonly Readable<unknown>[];
  /** A CSS filter for the layer. A CSS filter costs nothing per frame, unlike a filter of the canvas context. */
  readonly filter?: string;
}

/** A layer with one drawing function, whose context uses CSS pixels. */
export function PaintLayer({ paint, topics, filter = '' }: PaintLayerProps) {
  const layer = useRef<LayerNode>(null);
  useEffect(() => {
    layer.current?.getNativeCanvasElement().style.setProperty('filter', filter);
  }, [filter]);
  useRedraw(layer, topics);
  return (
    <Layer ref={layer} listening={false}>
      <Shape sceneFunc={(context: Context) => paint(getRawContext(context))} />
    </Layer>
  );
}

/**
 * Redraws a layer when a topic changes, at most once per frame. Hides empty layers and does not redraw them, because clearing and blending
 * a complete canvas in each frame is slow.
 */
export function useRedraw(layer: RefObject<LayerNode | null>, topics: readonly Readable<unknown>[], isEmpty = false): void {
  useLayoutEffect(() => {
    layer.current?.getNativeCanvasElement().style.setProperty('display', isEmpty ? 'none' : 'block');
  }, [layer, isEmpty]);
  useEffect(() => {
    if (isEmpty) return undefined;
    const unsubscribers = topics.map((topic) => topic.subscribe(() => layer.current?.batchDraw()));
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, [layer, topics, isEmpty]);
}

/** Returns the native context. It is faster than konva's wrapper, which adds a function call for each of thousands of lines. */
export function getRawContext(context: Context): CanvasRenderingContext2D {
  return context._context;
}

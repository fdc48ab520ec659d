import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Readable } from '../../model/signals';
import { Layer, Shape, type Context, type LayerNode } from './konva-parts';

export type Paint = (context: CanvasRenderingContext2D) => void;

interface PaintLayerProps {
  readonly paint: Paint;
  /** The layer is redrawn on each change of these topics, without a React render. */
  readonly topics: readonly Readable<unknown>[];
  /** A CSS filter for the layer. The compositor applies it without cost per frame, unlike a filter in the drawing commands. */
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
 * Redraws a layer at most once per frame when a topic changes. Skips and hides empty layers: the browser would otherwise clear a
 * complete canvas and blend it into each frame.
 */
export function useRedraw(layer: RefObject<LayerNode | null>, topics: readonly Readable<unknown>[], isEmpty = false): void {
  useLayoutEffect(() => {
    layer.current?.getNativeCanvasElement().style.setProperty('display', isEmpty ? 'none' : 'block');
  }, [layer, isEmpty]);
  useEffect(() => {
    if (isEmpty) return undefined;
    const unsubscribers = topics.map((topic) => topic.subscribe(() => layer.current?.batchDraw()));
    return () => unsubscribers.forEach((end) => end());
  }, [layer, topics, isEmpty]);
}

/** Returns the native context, because konva's wrapper would add a function call for each of thousands of lines. */
export function getRawContext(context: Context): CanvasRenderingContext2D {
  return context._context;
}

import { useEffect, useMemo } from 'react';
import type { Editor } from '../../editor';
import { Batcher, Signal } from '../../model/signals';
import { EARLIER_CHANGED_COLOR, EARLIER_COLOR, EARLIER_DASH, STROKE_WIDTH } from '../../painting/look';
import { paintOutlines } from '../../painting/paint-outline';
import { listOutlines } from '../../painting/shape-painter';
import type { EarlierShapes } from '../../topics';
import { getVisibleBounds, type Camera } from '../../viewport/camera';
import { PaintLayer } from '../layer/paint-layer';
import { useTopic } from '../layer/use-topic';
import { createSurface } from '../tiles/surface';
import { isTouching } from '../tiles/tile-grid';
import { ViewBitmap } from './view-bitmap';

interface EarlierLayerProps {
  readonly editor: Editor;
  readonly pixelRatio: number;
}

/** Distance in CSS pixels that outlines and markers extend beyond the bounds of a shape. */
const PAINT_MARGIN = 12;

/** Paints the shapes from an earlier version of the annotations behind the current shapes, if the user views an earlier version. */
export function EarlierLayer({ editor, pixelRatio }: EarlierLayerProps) {
  const earlier = useTopic(editor.topics.earlier);
  return earlier && <EarlierShapesLayer editor={editor} pixelRatio={pixelRatio} earlier={earlier} />;
}

function EarlierShapesLayer({ editor, pixelRatio, earlier }: EarlierLayerProps & { readonly earlier: EarlierShapes }) {
  const { viewport, topics } = editor;
  const repaintCount = useMemo(() => new Signal(0, new Batcher()), []);
  const bitmap = useMemo(
    () =>
      new ViewBitmap({
        pixelRatio,
        createSurface,
        paint: (context, camera) => paintShapes(context, camera, editor, earlier),
        onChange: () => repaintCount.set(repaintCount.getSnapshot() + 1),
      }),
    [editor, earlier, pixelRatio, repaintCount],
  );
  useEffect(() => () => bitmap.dispose(), [bitmap]);
  const redrawTopics = useMemo(() => [topics.camera, repaintCount], [topics, repaintCount]);
  return <PaintLayer paint={(context) => bitmap.draw(context, viewport.camera, viewport.canvasSize)} topics={redrawTopics} />;
}

function paintShapes(
  context: CanvasRenderingContext2D,
  camera: Camera,
  { kinds, viewport }: Editor,
  { shapes, changedIds }: EarlierShapes,
): void {
  const visibleBounds = getVisibleBounds(camera, viewport.canvasSize, PAINT_MARGIN);
  for (const shape of shapes) {
    const bounds = kinds.getBounds(shape);
    if (!isTouching(bounds, visibleBounds)) continue;
    const isChanged = changedIds.has(shape.id);
    const color = isChanged ? EARLIER_CHANGED_COLOR : EARLIER_COLOR;
    const width = isChanged ? STROKE_WIDTH + 1 : STROKE_WIDTH;
    const painter = kinds.getPainter(shape);
    const outlines = listOutlines(painter, shape);
    // Paint a dark line behind the dashes, so that the dashes are visible on any image.
    paintOutlines(context, outlines, camera, { color: 'rgba(0, 0, 0, 0.6)', width });
    paintOutlines(context, outlines, camera, { color, width, dash: EARLIER_DASH, isFilled: isChanged });
    const { x, y, scale } = camera;
    painter.paintMarker?.(context, { x: bounds.minX * scale + x, y: bounds.minY * scale + y }, color, EARLIER_DASH);
  }
}

import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Editor } from '../../editor';
import { shapeBounds } from '../../geometry/shape';
import type { Shape as AnyShape } from '../../types';
import { Layer, Shape, type Context, type LayerNode } from '../konva-parts';
import { looksOf } from '../labels';
import { rawContext, useRedraw } from '../paint-layer';
import { Captions } from './captions';
import { Handover } from './handover';
import { paintShape } from './paint-shape';
import { SettledTiles } from './settled-tiles';
import { createSurface } from './surface';

const EVERYWHERE = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };

interface SettledLayerProps {
  readonly editor: Editor;
  readonly pixelRatio: number;
}

/** All shapes but the one that is selected alone, from tiles. */
export function SettledLayer({ editor, pixelRatio }: SettledLayerProps) {
  const layer = useRef<LayerNode>(null);
  const drawing = useRef<((context: CanvasRenderingContext2D) => void) | null>(null);
  const { topics } = editor;
  useRedraw(
    layer,
    useMemo(() => [topics.camera, topics.hidden], [topics]),
  );

  // Before a frame is drawn: what is shown of another picture has its shapes, or none.
  useLayoutEffect(() => {
    const { viewport, document } = editor;
    const redraw = () => layer.current?.batchDraw();
    let isFirst = true;
    let lookOf = looksOf(topics.labels.getSnapshot());
    const captions = new Captions(pixelRatio, createSurface);
    const tiles: SettledTiles = new SettledTiles({
      picture: editor.picture,
      pixelRatio,
      lookOf: (shape) => lookOf(shape),
      isSelected: (shape) => handover.isInGroup(shape),
      shapesIn: (bounds) => editor.shapesIn(bounds),
      createSurface,
      now: () => performance.now(),
      nextFrame: (call) => {
        const frame = requestAnimationFrame(call);
        return () => cancelAnimationFrame(frame);
      },
      onChange: () => {
        handover.settle();
        // What was read ahead is seen in the frame of its picture: konva would draw it in the next one.
        if (isFirst) layer.current?.draw();
        else redraw();
        isFirst = false;
      },
    });
    const handover: Handover = new Handover(tiles, (id) => document.get(id));
    const select = () => {
      handover.select(editor.selectedShapes);
      redraw();
    };
    let concealed = topics.concealed.getSnapshot();
    const conceal = () => {
      const before = concealed;
      concealed = topics.concealed.getSnapshot();
      const changed = [...before, ...concealed].filter((id) => before.has(id) !== concealed.has(id));
      const shapes = changed.map((id) => document.get(id)).filter((shape) => shape !== undefined);
      tiles.spoilAll(shapes.map(shapeBounds));
      redraw();
    };
    const look = () => tiles.look(viewport.camera, viewport.canvasSize);
    const ends = [
      document.listen((event) => {
        handover.take(event);
        redraw();
      }),
      topics.selection.subscribe(select),
      topics.concealed.subscribe(conceal),
      topics.camera.subscribe(look),
      topics.labels.subscribe(() => {
        lookOf = looksOf(topics.labels.getSnapshot());
        tiles.spoil(EVERYWHERE);
      }),
      () => tiles.dispose(),
    ];
    drawing.current = (context) => {
      const isHidden = topics.hidden.getSnapshot();
      if (!isHidden) tiles.draw(context);
      const { x, y, scale } = viewport.camera;
      const isSelected = (shape: AnyShape) => handover.isInGroup(shape);
      // Of hidden shapes those are seen that are selected or were drawn since; one that is selected alone is drawn live.
      const alone = editor.selectedShape?.id;
      const over = isHidden
        ? editor.shapesIn(viewport.visibleBounds()).filter(({ id }) => id !== alone && editor.isShown(id))
        : handover.shapes();
      for (const shape of over)
        if (!concealed.has(shape.id)) paintShape({ context, lookOf, captions, isSelected, scale, x, y }, shape);
    };
    look();
    select();
    return () => {
      drawing.current = null;
      ends.forEach((end) => end());
    };
  }, [editor, pixelRatio, topics]);

  return (
    <Layer ref={layer} listening={false}>
      <Shape sceneFunc={(context: Context) => drawing.current?.(rawContext(context))} />
    </Layer>
  );
}

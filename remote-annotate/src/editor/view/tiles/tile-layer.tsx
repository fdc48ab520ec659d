import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Editor } from '../../editor';
import type { Shape as AnyShape } from '../../model/types';
import { Layer, Shape, type Context, type LayerNode } from '../layer/konva-parts';
import { createLookGetter } from '../../painting/labels';
import { getRawContext, useRedraw } from '../layer/paint-layer';
import { placeCaptions } from './caption-layout';
import { Captions } from './captions';
import { Handover } from './handover';
import { paintShape, paintShapeCaption } from './paint-shape';
import { ShapeTiles } from './shape-tiles';
import { createSurface } from './surface';

interface TileLayerProps {
  readonly editor: Editor;
  readonly pixelRatio: number;
}

/** Paints all shapes from tiles, except the only selected one. */
export function TileLayer({ editor, pixelRatio }: TileLayerProps) {
  const layer = useRef<LayerNode>(null);
  const paint = useRef<((context: CanvasRenderingContext2D) => void) | null>(null);
  const { topics } = editor;
  useRedraw(
    layer,
    useMemo(() => [topics.camera, topics.hidden], [topics]),
  );

  // Use a layout effect, so that no frame shows an image with the shapes of another image.
  useLayoutEffect(() => {
    const { viewport, document, kinds } = editor;
    const redraw = () => layer.current?.batchDraw();
    let isFirst = true;
    let getLook = createLookGetter(topics.labels.getSnapshot(), kinds.getLabelKind);
    const captions = new Captions(pixelRatio, createSurface);
    const tiles: ShapeTiles = new ShapeTiles({
      kinds,
      imageSize: editor.imageSize,
      pixelRatio,
      getLook: (shape) => getLook(shape),
      isSelected: (shape) => handover.isInGroup(shape),
      shapesIn: (bounds) => editor.findShapesIn(bounds),
      createSurface,
      now: () => performance.now(),
      nextFrame: (runFrame) => {
        const animationFrame = requestAnimationFrame(runFrame);
        return () => cancelAnimationFrame(animationFrame);
      },
      onChange: () => {
        handover.removeFresh();
        // Draw immediately the first time, so that prefetched shapes appear in the same frame as their image. `redraw` waits for the next
        // frame.
        if (isFirst) layer.current?.draw();
        else redraw();
        isFirst = false;
      },
    });
    const handover: Handover = new Handover(tiles, (id) => document.get(id));
    const updateSelection = () => {
      handover.select(editor.selectedShapes);
      redraw();
    };
    let hiddenShapeIds = topics.hiddenShapeIds.getSnapshot();
    const onHiddenShapesChange = () => {
      const previousIds = hiddenShapeIds;
      hiddenShapeIds = topics.hiddenShapeIds.getSnapshot();
      const changedIds = [...previousIds, ...hiddenShapeIds].filter((id) => previousIds.has(id) !== hiddenShapeIds.has(id));
      const shapes = changedIds.map((id) => document.get(id)).filter((shape) => shape !== undefined);
      tiles.invalidate(shapes);
      redraw();
    };
    const updateView = () => tiles.setView(viewport.camera, viewport.canvasSize);
    const unsubscribers = [
      document.listen((event) => {
        handover.handleChange(event);
        redraw();
      }),
      topics.selection.subscribe(updateSelection),
      topics.hiddenShapeIds.subscribe(onHiddenShapesChange),
      topics.camera.subscribe(updateView),
      topics.labels.subscribe(() => {
        getLook = createLookGetter(topics.labels.getSnapshot(), kinds.getLabelKind);
        tiles.invalidateAll();
      }),
      () => tiles.dispose(),
    ];
    paint.current = (context) => {
      const isHidden = topics.hidden.getSnapshot();
      if (!isHidden) tiles.draw(context);
      const { x, y, scale } = viewport.camera;
      const isSelected = (shape: AnyShape) => handover.isInGroup(shape);
      // While all shapes are hidden, selected shapes and shapes drawn later stay visible. The only selected shape is painted by
      // the live layer.
      const selectedId = editor.selectedShape?.id;
      const topShapes = isHidden
        ? editor.findShapesIn(viewport.getVisibleBounds()).filter(({ id }) => id !== selectedId && editor.isShown(id))
        : handover.getShapes();
      const shownShapes = topShapes.filter(({ id }) => !hiddenShapeIds.has(id));
      const placements = isHidden
        ? placeCaptions(shownShapes, scale, kinds, (shape) => captions.measure(getLook(shape)))
        : tiles.placeCaptions(shownShapes);
      const brush = { kinds, context, getLook, captions, isSelected, scale, x, y };
      for (const shape of shownShapes) paintShape(brush, shape);
      for (const shape of shownShapes) {
        const placement = placements.get(shape.id);
        if (placement) paintShapeCaption(brush, shape, placement);
      }
    };
    updateView();
    updateSelection();
    return () => {
      paint.current = null;
      unsubscribers.forEach((unsubscribe) => unsubscribe());
    };
  }, [editor, pixelRatio, topics]);

  return (
    <Layer ref={layer} listening={false}>
      <Shape sceneFunc={(context: Context) => paint.current?.(getRawContext(context))} />
    </Layer>
  );
}

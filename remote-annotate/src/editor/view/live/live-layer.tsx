import { useMemo, useRef } from 'react';
import type { Editor } from '../../editor';
import type { Bounds, Shape as AnyShape, ShapeId, Vec } from '../../model/types';
import type { Camera } from '../../viewport/camera';
import { Layer, Shape, type Context, type LayerNode } from '../layer/konva-parts';
import { createLookGetter } from '../../painting/labels';
import { DASH, DRAFT_COLOR, POINT_RADIUS, PROBLEM_COLOR, STROKE_WIDTH } from '../../painting/look';
import { paintOutlines } from '../../painting/paint-outline';
import { listOutlines, paintDetails } from '../../painting/shape-painter';
import { getRawContext, useRedraw } from '../layer/paint-layer';
import { createSurface } from '../tiles/surface';
import { Captions } from '../tiles/captions';
import { paintCaption } from '../tiles/paint-shape';
import { useTopic } from '../layer/use-topic';
import { paintTag } from '../../painting/tag';
import { paintHandles } from './paint-handles';

interface LiveLayerProps {
  readonly editor: Editor;
  /** Shapes that need a decision of the user. A problem mark is painted beside each of them. */
  readonly marked: ReadonlySet<ShapeId>;
  readonly pixelRatio: number;
}

/** Distance between a shape and its problem mark in screen pixels. */
const MARK_GAP = 6;
const NO_OFFSET: Vec = { x: 0, y: 0 };

/**
 * The canvas layer for what changes often: the selected shape with its handles, the frame around several selected shapes, the hovered
 * shape, and problem marks.
 */
export function LiveLayer({ editor, marked: markedIds, pixelRatio }: LiveLayerProps) {
  const { topics, kinds } = editor;
  const layer = useRef<LayerNode>(null);
  const { shapes } = useTopic(topics.document);
  useTopic(topics.hidden);
  const labels = useTopic(topics.labels);
  const hover = useTopic(topics.hover);
  const selection = useTopic(topics.selection);
  const lockedIds = useTopic(topics.locked);
  const draft = useTopic(topics.draft);
  const vertex = useTopic(topics.vertex);
  useTopic(topics.tool);
  useTopic(topics.hasHandles);
  const getLook = useMemo(() => createLookGetter(labels, kinds.getLabelKind), [labels, kinds]);
  const captions = useMemo(() => new Captions(pixelRatio, createSurface), [pixelRatio]);

  // Do not paint a mask that the user is changing: `PixelLayer` paints it.
  const isInPixelLayer = draft?.type === 'pixels' && draft.draft.shapeId === editor.activeShape?.id;
  const activeShape = isInPixelLayer ? undefined : editor.activeShape;
  const hoveredShape =
    hover.shapeId !== null && hover.shapeId !== activeShape?.id && editor.isShown(hover.shapeId)
      ? editor.document.get(hover.shapeId)
      : undefined;
  const markedShapes = useMemo(
    () => (markedIds.size === 0 ? [] : shapes.filter(({ id }) => markedIds.has(id))),
    [shapes, markedIds],
  );

  const selectionFrame = useMemo(() => {
    if (selection.length < 2) return null;
    const unlockedIds = selection.filter((id) => !lockedIds.has(id));
    // Frame the unlocked shapes, because a drag moves only these. If all selected shapes are locked, frame all of them.
    const framedIds = new Set(unlockedIds.length === 0 ? selection : unlockedIds);
    return kinds.getCommonBounds(shapes.filter(({ id }) => framedIds.has(id)));
  }, [selection, shapes, lockedIds, kinds]);

  const isEmpty = !activeShape && !hoveredShape && markedShapes.length === 0 && !selectionFrame;
  useRedraw(
    layer,
    useMemo(() => [topics.camera], [topics]),
    isEmpty,
  );

  const paint = (context: CanvasRenderingContext2D) => {
    const { viewport } = editor;
    const { x, y, scale } = viewport.camera;
    if (hoveredShape) {
      const { color, dash } = getLook(hoveredShape);
      const outlines = listOutlines(kinds.getPainter(hoveredShape), hoveredShape);
      paintOutlines(context, outlines, viewport.camera, { color, dash, width: STROKE_WIDTH + 2 });
    }
    if (activeShape) {
      const { color } = getLook(activeShape);
      const painter = kinds.getPainter(activeShape);
      context.fillStyle = color;
      if (painter.isFilledByPixels) painter.paint({ context, scale, x, y, isSelected: false }, activeShape);
      const isFilled = !painter.isFilledByPixels;
      paintOutlines(context, listOutlines(painter, activeShape), viewport.camera, { color, dash: DASH, isFilled });
      paintDetails(context, painter, activeShape, { camera: viewport.camera, color });
    }
    for (const shape of markedShapes) paintMark(context, kinds.getBounds(shape), viewport.camera);
    if (hoveredShape) paintMarker(context, hoveredShape, editor, getLook(hoveredShape).color, []);
    if (selectionFrame) paintFrame(context, selectionFrame, draft?.type === 'move' ? draft.by : NO_OFFSET, viewport.camera);
    if (hoveredShape) paintSize(context, hoveredShape, getLook(hoveredShape).name, editor);
    if (!activeShape) return;
    const look = getLook(activeShape);
    const { minX, minY } = kinds.getBounds(activeShape);
    paintMarker(context, activeShape, editor, look.color, DASH);
    const captionY = minY * scale + y - Math.max(kinds.getPainter(activeShape).markerRadius, POINT_RADIUS);
    // During a drag of a handle, show the size and angle that the drag results in.
    if (hover.handle) paintSize(context, activeShape, look.name, editor);
    else paintCaption({ context, captions }, look, minX * scale + x, captionY);
    paintHandles(
      context,
      editor.getHandles(),
      { hovered: hover.handle, vertex },
      (point) => viewport.toScreen(point),
      look.color,
    );
  };

  return (
    <Layer ref={layer} listening={false}>
      <Shape sceneFunc={(context: Context) => paint(getRawContext(context))} />
    </Layer>
  );
}

/** Paints label and size of a shape above it, or at the upper edge of the canvas. */
function paintSize(context: CanvasRenderingContext2D, shape: AnyShape, name: string, { viewport, kinds }: Editor): void {
  const { minX, minY, maxX, maxY } = kinds.getBounds(shape);
  const size = kinds.describeSize(shape) ?? (kinds.hasArea(shape) ? `${maxX - minX} × ${maxY - minY}` : `${minX}, ${minY}`);
  const { x, y } = viewport.toScreen({ x: minX, y: minY });
  paintTag(
    context,
    name ? `${name}  ${size}` : size,
    { x, y: y - kinds.getPainter(shape).markerRadius },
    viewport.canvasSize.width,
  );
}

/** Paints a frame around several selected shapes. During a drag, the frame follows the pointer. */
function paintFrame(
  context: CanvasRenderingContext2D,
  { minX, minY, maxX, maxY }: Bounds,
  offset: Vec,
  { x, y, scale }: Camera,
): void {
  const [left, top] = [(minX + offset.x) * scale + x - MARK_GAP, (minY + offset.y) * scale + y - MARK_GAP];
  const [width, height] = [(maxX - minX) * scale + 2 * MARK_GAP, (maxY - minY) * scale + 2 * MARK_GAP];
  context.lineWidth = 1.5;
  context.strokeStyle = 'rgba(0, 0, 0, 0.6)';
  context.strokeRect(left, top, width, height);
  context.strokeStyle = DRAFT_COLOR;
  context.setLineDash([...DASH]);
  context.strokeRect(left, top, width, height);
  context.setLineDash([]);
}

/** Paints the marker of a shape that has no outline. */
function paintMarker(
  context: CanvasRenderingContext2D,
  shape: AnyShape,
  { viewport, kinds }: Editor,
  color: string,
  dash: readonly number[],
): void {
  const { minX, minY } = kinds.getBounds(shape);
  kinds.getPainter(shape).paintMarker?.(context, viewport.toScreen({ x: minX, y: minY }), color, dash);
}

function paintMark(context: CanvasRenderingContext2D, { minX, minY, maxX, maxY }: Bounds, { x, y, scale }: Camera): void {
  const [left, top] = [minX * scale + x - MARK_GAP, minY * scale + y - MARK_GAP];
  const [width, height] = [(maxX - minX) * scale + 2 * MARK_GAP, (maxY - minY) * scale + 2 * MARK_GAP];
  context.strokeStyle = PROBLEM_COLOR;
  context.lineWidth = 2;
  context.strokeRect(left, top, width, height);
  context.fillStyle = PROBLEM_COLOR;
  context.beginPath();
  context.arc(left + width, top, 8, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = '#ffffff';
  context.font = 'bold 12px sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText('!', left + width, top + 0.5);
  context.textAlign = 'start';
}

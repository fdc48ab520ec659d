import { useCallback, useMemo, useRef, type RefObject } from 'react';
import type { Editor } from '../../editor';
import type { Draft } from '../../tools/states/feedback';
import { getBoxBounds } from '../../geometry/box';
import { isInImage, snapToImage } from '../../geometry/clamp';
import type { Vec } from '../../model/types';
import { Layer, Shape, type Context, type LayerNode } from '../layer/konva-parts';
import {
  DRAFT_COLOR,
  FIRST_VERTEX_COLOR,
  NEUTRAL_COLOR,
  POINT_RADIUS,
  SUGGESTION_COLOR,
  VERTEX_RADIUS,
} from '../../painting/look';
import { paintLegibleOutlines, paintOutline, type OutlineStyle } from '../../painting/paint-outline';
import { paintStrokes } from './paint-strokes';
import { getCorners } from '../../painting/strokes';
import { getRawContext, useRedraw } from '../layer/paint-layer';
import { useTopic } from '../layer/use-topic';
import { hasBrush } from './brush-cursor';
import { paintCrosshair } from './crosshair';
import { usePointer } from './use-pointer';

const SUSPENDED_OPACITY = 0.5;
const SNAP_SIDE = 14;
const BOX_STYLE: OutlineStyle = { color: DRAFT_COLOR, width: 1.5 };

interface DraftLayerProps {
  readonly editor: Editor;
  readonly element: RefObject<HTMLElement | null>;
}

/** The unfinished shapes and the crosshair. */
export function DraftLayer({ editor, element }: DraftLayerProps) {
  const { topics, viewport } = editor;
  const layer = useRef<LayerNode>(null);
  const draft = useTopic(topics.draft);
  const suspendedDrafts = useTopic(topics.suspendedDrafts);
  const tool = useTopic(topics.tool);
  const pendingShape = useTopic(topics.pending);
  const { mode } = useTopic(topics.maskDrawing);
  useTopic(topics.labels);
  const isDrawing = tool.active !== 'select' && tool.active !== 'zoom' && pendingShape === null && editor.canDraw(tool.active);
  const hasCrosshair = isDrawing && !hasBrush(tool.active, mode);
  useRedraw(
    layer,
    useMemo(() => [topics.camera, topics.crosshair], [topics]),
    (draft === null || draft.type === 'pixels') && suspendedDrafts.length === 0 && !hasCrosshair,
  );
  const pointer = useRef<Vec | null>(null);
  const redraw = useCallback(() => {
    if (hasCrosshair) layer.current?.batchDraw();
  }, [hasCrosshair]);
  usePointer(element, redraw, pointer);

  const paint = (context: CanvasRenderingContext2D) => {
    const crosshair = topics.crosshair.getSnapshot();
    const position = crosshair ? viewport.toScreen(crosshair) : pointer.current;
    // Drafts of other tools are painted faintly.
    context.globalAlpha = SUSPENDED_OPACITY;
    for (const suspendedDraft of suspendedDrafts) {
      paintDraftOutline(
        context,
        suspendedDraft.type === 'polygon' ? { ...suspendedDraft, pointer: null, isClosing: false } : suspendedDraft,
        editor,
        true,
      );
      paintVertices(context, suspendedDraft, editor);
    }
    context.globalAlpha = 1;
    if (hasCrosshair && position) paintCrosshair(context, position, viewport.canvasSize, formatCoordinates(editor, position));
    if (!draft) return;
    paintDraftOutline(context, draft, editor);
    paintVertices(context, draft, editor);
  };
  return (
    <Layer ref={layer} listening={false}>
      <Shape sceneFunc={(context: Context) => paint(getRawContext(context))} />
    </Layer>
  );
}

/**
 * Paints the outline of a draft.
 * @param isOpen whether a polygon without a pointer position is unfinished, because another tool is chosen
 */
function paintDraftOutline(context: CanvasRenderingContext2D, draft: Draft, { viewport }: Editor, isOpen = false): void {
  const paintAll = (outlines: readonly (readonly number[])[], color: string, isClosed: boolean) =>
    paintLegibleOutlines(context, outlines, viewport.camera, { color, isClosed });
  const paintSingle = (vertices: readonly number[], color = DRAFT_COLOR, isClosed = true) =>
    paintAll([vertices], color, isClosed);
  switch (draft.type) {
    case 'box':
      return paintSingle(getCorners(getBoxBounds(draft.data)), draft.isTooSmall ? NEUTRAL_COLOR : DRAFT_COLOR);
    case 'extremes':
      return paintSingle(getCorners(getBoxBounds(draft.data)));
    case 'marquee':
      return paintSingle(getCorners(draft.bounds));
    case 'outline':
      return paintSingle(draft.points, DRAFT_COLOR, draft.isClosed);
    case 'suggestion':
      paintStrokes(context, draft.strokes, viewport.camera);
      if (draft.box) paintOutline(context, getCorners(getBoxBounds(draft.box)), viewport.camera, BOX_STYLE);
      paintAll(
        draft.outlines.filter(({ length }) => length > 0),
        SUGGESTION_COLOR,
        draft.isClosed,
      );
      return;
    case 'polygon': {
      const { vertices, pointer, isClosing } = draft;
      const hasNextVertex = pointer !== null && !isClosing;
      return paintSingle(hasNextVertex ? [...vertices, pointer.x, pointer.y] : vertices, DRAFT_COLOR, !hasNextVertex && !isOpen);
    }
    default:
  }
}

function paintVertices(context: CanvasRenderingContext2D, draft: Draft, { viewport }: Editor): void {
  context.lineWidth = 1.5;
  if (draft.type === 'point')
    return paintDot(context, viewport.toScreen({ x: draft.data[0], y: draft.data[1] }), POINT_RADIUS, DRAFT_COLOR);
  if (draft.type === 'extremes') {
    for (let i = 0; i < draft.points.length; i += 2)
      paintDot(context, viewport.toScreen({ x: draft.points[i]!, y: draft.points[i + 1]! }), VERTEX_RADIUS, DRAFT_COLOR);
    return;
  }
  if (draft.type === 'suggestion') {
    for (let i = 0; i < draft.clicks.length; i += 2)
      paintDot(context, viewport.toScreen({ x: draft.clicks[i]!, y: draft.clicks[i + 1]! }), VERTEX_RADIUS, DRAFT_COLOR);
    return;
  }
  if (draft.type !== 'polygon') return;
  if (draft.isSnapped && draft.pointer) paintSnap(context, viewport.toScreen(draft.pointer));
  for (let i = draft.vertices.length - 2; i >= 0; i -= 2) {
    const isFirst = i === 0;
    const radius = isFirst && draft.isClosing ? VERTEX_RADIUS + 3 : VERTEX_RADIUS;
    paintDot(
      context,
      viewport.toScreen({ x: draft.vertices[i]!, y: draft.vertices[i + 1]! }),
      radius,
      isFirst ? FIRST_VERTEX_COLOR : DRAFT_COLOR,
    );
  }
}

/** Paints a square around the vertex to which the pointer snapped. */
function paintSnap(context: CanvasRenderingContext2D, { x, y }: Vec): void {
  context.beginPath();
  context.rect(x - SNAP_SIDE / 2, y - SNAP_SIDE / 2, SNAP_SIDE, SNAP_SIDE);
  context.lineWidth = 2;
  context.strokeStyle = FIRST_VERTEX_COLOR;
  context.stroke();
  context.lineWidth = 1.5;
}

/** Returns the image pixel at a screen position as text, or null outside the image. */
function formatCoordinates({ viewport, imageSize }: Editor, screenPoint: Vec): string | null {
  const position = viewport.toImage(screenPoint);
  return isInImage(position, imageSize) ? snapToImage(position, imageSize).join(', ') : null;
}

function paintDot(context: CanvasRenderingContext2D, { x, y }: { x: number; y: number }, radius: number, color: string): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
  context.strokeStyle = '#ffffff';
  context.stroke();
}

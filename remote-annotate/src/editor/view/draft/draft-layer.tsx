import { useCallback, useMemo, useRef, type RefObject } from 'react';
import type { Editor } from '../../editor';
import type { Draft } from '../../tools/states/feedback';
import { isInImage, snapToImage } from '../../geometry/clamp';
import type { Vec } from '../../model/types';
import { CameraGroup } from '../layer/camera-group';
import { Group, Layer, Shape, type Context, type LayerNode } from '../layer/konva-parts';
import { DRAFT_COLOR, FIRST_VERTEX_COLOR, NEUTRAL_COLOR, POINT_RADIUS, VERTEX_RADIUS } from '../../painting/look';
import { LegibleOutline } from '../layer/outline';
import { getCorners } from '../../painting/strokes';
import { getRawContext, useRedraw } from '../layer/paint-layer';
import { useTopic } from '../layer/use-topic';
import { paintCrosshair } from './crosshair';
import { usePointer } from './use-pointer';

const PARKED_OPACITY = 0.5;
const SNAP_SIDE = 14;

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
  useTopic(topics.labels);
  useRedraw(
    layer,
    useMemo(() => [topics.camera, topics.crosshair], [topics]),
    draft === null && suspendedDrafts.length === 0 && tool.active === 'select',
  );
  const redraw = useCallback(() => {
    if (topics.tool.getSnapshot().active !== 'select') layer.current?.batchDraw();
  }, [topics]);
  const pointer = usePointer(element, redraw);

  const isDrawing = tool.active !== 'select' && tool.active !== 'zoom' && pendingShape === null && editor.canDraw(tool.active);
  const paint = (context: CanvasRenderingContext2D) => {
    const crosshair = topics.crosshair.getSnapshot();
    const position = crosshair ? viewport.toScreen(crosshair) : pointer.current;
    // Drafts of other tools are painted faintly.
    context.globalAlpha = PARKED_OPACITY;
    for (const other of suspendedDrafts) paintVertices(context, other, editor);
    context.globalAlpha = 1;
    if (isDrawing && position) paintCrosshair(context, position, viewport.canvasSize, formatCoordinates(editor, position));
    if (draft) paintVertices(context, draft, editor);
  };
  return (
    <Layer ref={layer} listening={false}>
      {(draft || suspendedDrafts.length > 0) && (
        <CameraGroup editor={editor}>
          {suspendedDrafts.map((other) => (
            <Group key={other.type} opacity={PARKED_OPACITY}>
              <DraftOutline draft={other.type === 'polygon' ? { ...other, pointer: null, isClosing: false } : other} isOpen />
            </Group>
          ))}
          {draft && <DraftOutline draft={draft} />}
        </CameraGroup>
      )}
      <Shape sceneFunc={(context: Context) => paint(getRawContext(context))} />
    </Layer>
  );
}

function DraftOutline({ draft, isOpen = false }: { readonly draft: Draft; readonly isOpen?: boolean }) {
  if (draft.type === 'box' || draft.type === 'extremes') {
    const [minX, minY, maxX, maxY] = draft.data;
    return (
      <LegibleOutline
        points={getCorners({ minX, minY, maxX, maxY })}
        color={draft.type === 'box' && draft.isTooSmall ? NEUTRAL_COLOR : DRAFT_COLOR}
        isClosed
      />
    );
  }
  if (draft.type === 'marquee') return <LegibleOutline points={getCorners(draft.bounds)} color={DRAFT_COLOR} isClosed />;
  if (draft.type === 'outline') return <LegibleOutline points={draft.points} color={DRAFT_COLOR} isClosed={draft.isClosed} />;
  if (draft.type !== 'polygon') return null;
  const { vertices, pointer, isClosing } = draft;
  const isDrawn = pointer !== null && !isClosing;
  return (
    <LegibleOutline
      points={isDrawn ? [...vertices, pointer.x, pointer.y] : vertices}
      color={DRAFT_COLOR}
      isClosed={!isDrawn && !isOpen}
    />
  );
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

/** Marks the vertex that the pointer snapped to. */
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

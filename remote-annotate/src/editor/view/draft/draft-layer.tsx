import { useCallback, useMemo, useRef, type RefObject } from 'react';
import type { Editor } from '../../editor';
import type { Draft } from '../../tools/feedback';
import { CameraGroup } from '../camera-group';
import { Layer, Shape, type Context, type LayerNode } from '../konva-parts';
import { DASH, DRAFT_COLOR, FIRST_VERTEX_COLOR, NEUTRAL_COLOR, POINT_RADIUS, STROKE_WIDTH, VERTEX_RADIUS } from '../look';
import { cornersOf, Outline } from '../outline';
import { rawContext, useRedraw } from '../paint-layer';
import { useTopic } from '../use-topic';
import { paintCrosshair } from './crosshair';
import { usePointer } from './use-pointer';

interface DraftLayerProps {
  readonly editor: Editor;
  readonly element: RefObject<HTMLElement | null>;
}

/** What is being drawn, and the crosshair. */
export function DraftLayer({ editor, element }: DraftLayerProps) {
  const { topics, viewport } = editor;
  const layer = useRef<LayerNode>(null);
  const draft = useTopic(topics.draft);
  const tool = useTopic(topics.tool);
  const pending = useTopic(topics.pending);
  useTopic(topics.labels);
  useRedraw(
    layer,
    useMemo(() => [topics.camera], [topics]),
    draft === null && tool.active === 'select',
  );
  const redraw = useCallback(() => {
    if (topics.tool.getSnapshot().active !== 'select') layer.current?.batchDraw();
  }, [topics]);
  const pointer = usePointer(element, redraw);

  const isDrawing = tool.active !== 'select' && tool.active !== 'zoom' && pending === null && editor.canDraw(tool.active);
  const paint = (context: CanvasRenderingContext2D) => {
    if (isDrawing && pointer.current) paintCrosshair(context, pointer.current, viewport.canvasSize);
    if (draft) paintVertices(context, draft, editor);
  };
  return (
    <Layer ref={layer} listening={false}>
      {draft && (
        <CameraGroup editor={editor}>
          <DraftOutline draft={draft} />
        </CameraGroup>
      )}
      <Shape sceneFunc={(context: Context) => paint(rawContext(context))} />
    </Layer>
  );
}

function DraftOutline({ draft }: { readonly draft: Draft }) {
  if (draft.type === 'box') {
    const [minX, minY, maxX, maxY] = draft.data;
    return (
      <LegibleOutline
        points={cornersOf({ minX, minY, maxX, maxY })}
        color={draft.tooSmall ? NEUTRAL_COLOR : DRAFT_COLOR}
        closed
      />
    );
  }
  if (draft.type === 'marquee') return <LegibleOutline points={cornersOf(draft.bounds)} color={DRAFT_COLOR} closed />;
  if (draft.type !== 'polygon') return null;
  const { vertices, pointer, closing } = draft;
  const isOpen = pointer !== null && !closing;
  return <LegibleOutline points={isOpen ? [...vertices, pointer.x, pointer.y] : vertices} color={DRAFT_COLOR} closed={!isOpen} />;
}

/** Dashed over a dark line, so that it shows on any picture. */
function LegibleOutline({
  points,
  color,
  closed,
}: {
  readonly points: readonly number[];
  readonly color: string;
  readonly closed: boolean;
}) {
  return (
    <>
      <Outline points={points} color="rgba(0, 0, 0, 0.6)" width={STROKE_WIDTH} closed={closed} />
      <Outline points={points} color={color} width={STROKE_WIDTH} dash={DASH} closed={closed} filled />
    </>
  );
}

function paintVertices(context: CanvasRenderingContext2D, draft: Draft, { viewport }: Editor): void {
  context.lineWidth = 1.5;
  if (draft.type === 'point')
    return paintDot(context, viewport.toScreen({ x: draft.data[0], y: draft.data[1] }), POINT_RADIUS, DRAFT_COLOR);
  if (draft.type !== 'polygon') return;
  for (let i = draft.vertices.length - 2; i >= 0; i -= 2) {
    const isFirst = i === 0;
    const radius = isFirst && draft.closing ? VERTEX_RADIUS + 3 : VERTEX_RADIUS;
    paintDot(
      context,
      viewport.toScreen({ x: draft.vertices[i]!, y: draft.vertices[i + 1]! }),
      radius,
      isFirst ? FIRST_VERTEX_COLOR : DRAFT_COLOR,
    );
  }
}

function paintDot(context: CanvasRenderingContext2D, { x, y }: { x: number; y: number }, radius: number, color: string): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
  context.strokeStyle = '#ffffff';
  context.stroke();
}

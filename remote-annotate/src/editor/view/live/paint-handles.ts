import { isSameHandle, type Handle } from '../../geometry/handles';
import type { Vec } from '../../model/types';
import { BOX_HANDLE_SIDE, MIDPOINT_RADIUS, VERTEX_RADIUS } from '../../painting/look';

/** Distance in screen pixels between the picked vertex (the vertex that the keyboard edits) and the ring around it. */
const PICKED_GAP = 4;

/** Additional radius of a ring compared to other handles, in screen pixels, so that the point inside stays visible. */
const RING_GAP = 2;

/** Paints the handles at a constant size. The hovered handle and the picked vertex are filled; the picked vertex also has a ring. */
export function paintHandles(
  context: CanvasRenderingContext2D,
  handles: readonly Handle[],
  { hovered, vertex }: { readonly hovered: Handle | null; readonly vertex: number | null },
  toScreen: (point: Vec) => Vec,
  color: string,
): void {
  context.lineWidth = 1.5;
  context.strokeStyle = color;
  for (const handle of handles) {
    const { x, y } = toScreen(handle.point);
    context.globalAlpha = handle.type === 'midpoint' ? 0.75 : 1;
    const isPicked = handle.type === 'vertex' && handle.index === vertex;
    const isActive = isPicked || (hovered !== null && isSameHandle(handle, hovered));
    if (handle.type === 'vertex' && handle.isRing && !isActive) {
      paintRing(context, { x, y });
      continue;
    }
    context.fillStyle = isActive ? color : '#ffffff';
    if (handle.type === 'custom' && handle.stem) {
      const stem = toScreen(handle.stem);
      context.beginPath();
      context.moveTo(stem.x, stem.y);
      context.lineTo(x, y);
      context.stroke();
    }
    context.beginPath();
    if (handle.type === 'box' || (handle.type === 'custom' && !handle.stem))
      context.rect(x - BOX_HANDLE_SIDE / 2, y - BOX_HANDLE_SIDE / 2, BOX_HANDLE_SIDE, BOX_HANDLE_SIDE);
    else context.arc(x, y, handle.type === 'midpoint' ? MIDPOINT_RADIUS : VERTEX_RADIUS, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    if (!isPicked) continue;
    context.beginPath();
    context.arc(x, y, VERTEX_RADIUS + PICKED_GAP, 0, 2 * Math.PI);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/**
 * Paints the handle of a skeleton point as a ring, so that the point stays visible. A light line on a dark line is visible on any image.
 */
function paintRing(context: CanvasRenderingContext2D, { x, y }: Vec): void {
  const color = context.strokeStyle;
  for (const [strokeStyle, lineWidth] of [
    ['#ffffff', 3],
    [color, 1.5],
  ] as const) {
    Object.assign(context, { strokeStyle, lineWidth });
    context.beginPath();
    context.arc(x, y, VERTEX_RADIUS + RING_GAP, 0, 2 * Math.PI);
    context.stroke();
  }
}

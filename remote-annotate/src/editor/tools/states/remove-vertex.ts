import type { ClickEditorEvent } from '../../input/events';
import type { ToolHost } from './tool-host';

/** Removes the vertex of the selected polygon that a right click hit. A point of a skeleton is marked as absent instead. */
export function removeVertexAt(host: ToolHost, event: ClickEditorEvent): void {
  const handle = host.findHandleAt(event);
  const shape = host.selectedShape;
  if (handle?.type !== 'vertex' || !shape) return;
  if (host.kinds.getPoints(shape)?.mark) host.document.markPoint(shape.id, handle.index, 'absent');
  else host.document.removeVertex(shape.id, handle.index);
}

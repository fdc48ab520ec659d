import type { ClickEditorEvent } from '../../input/events';
import type { ToolHost } from './tool-host';

/** Removes the vertex of the selected polygon that a right click hit. */
export function removeVertexAt(host: ToolHost, event: ClickEditorEvent): void {
  const handle = host.findHandleAt(event);
  const shape = host.selectedShape;
  if (handle?.type === 'vertex' && shape) host.document.removeVertex(shape.id, handle.index);
}

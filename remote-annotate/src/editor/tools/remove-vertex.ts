import type { ClickEditorEvent } from '../input/events';
import type { ToolHost } from './tool-host';

/** A right click on a vertex of the selected polygon takes it away. */
export function removeVertexAt(host: ToolHost, event: ClickEditorEvent): void {
  const handle = host.handleAt(event);
  const shape = host.selectedShape;
  if (handle?.type === 'vertex' && shape) host.document.removeVertex(shape.id, handle.index);
}

import type { BoxHandle } from '../../geometry/box';
import type { Handle } from '../../geometry/handles';
import type { Cursor } from '../../model/cursor';

const RESIZE_CURSORS: Readonly<Record<BoxHandle, Cursor>> = {
  nw: 'nwse-resize',
  se: 'nwse-resize',
  ne: 'nesw-resize',
  sw: 'nesw-resize',
  n: 'ns-resize',
  s: 'ns-resize',
  w: 'ew-resize',
  e: 'ew-resize',
};

export function getHandleCursor(handle: Handle): Cursor {
  if (handle.type === 'box') return RESIZE_CURSORS[handle.handle];
  if (handle.type === 'custom') return handle.cursor;
  return handle.type === 'midpoint' ? 'copy' : 'move';
}

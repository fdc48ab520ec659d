import { getUnion } from '../../editor/geometry/bounds';
import { getPolygonBounds } from '../../editor/geometry/polygon';
import type { MaskOperation } from '../../editor/model/prompt';
import type { Suggestion } from '../../editor/model/region';
import type { Bounds } from '../../editor/model/types';
import type { Machine } from '../../editor/tools/states/state-node';
import type { ToolHost } from '../../editor/tools/states/tool-host';
import { createBuffer, findSelectedMask, storePixels } from '../mask/tool/paint-target';
import type { AssistStates } from './states';
import { toPendingShape } from './to-pending-shape';

/**
 * Turns a suggestion into a shape that waits for its label. If the tool draws masks and a single mask is selected, the suggestion is
 * added to the selected mask or removed from it. Returns false and shows a notice if there is nothing to store.
 */
export function storeSuggestion(
  host: ToolHost,
  machine: Machine<AssistStates>,
  { outline, edges }: Pick<Suggestion, 'outline' | 'edges'>,
  operation: MaskOperation,
): boolean {
  if (host.getDrawnKind('assist') === 'mask') return storeMask(host, machine, edges, operation);
  const shape = toPendingShape(host, outline);
  if (!shape) return false;
  host.setDraft({ type: 'outline', points: outline, isClosed: true });
  machine.transition('awaiting-label', shape);
  return true;
}

/** Whether the operation is possible. Removing a suggestion needs a selected mask. Shows a notice if there is none. */
export function hasTargetMask(host: ToolHost, operation: MaskOperation): boolean {
  if (operation === 'add' || host.getDrawnKind('assist') !== 'mask' || findSelectedMask(host)) return true;
  host.notify({ type: 'nothing-to-erase' });
  return false;
}

function storeMask(
  host: ToolHost,
  machine: Machine<AssistStates>,
  edges: Suggestion['edges'],
  operation: MaskOperation,
): boolean {
  const bounds = getCommonBounds(edges);
  const targetMask = findSelectedMask(host);
  if (!bounds || (operation === 'subtract' && !targetMask)) {
    host.notify({ type: bounds ? 'nothing-to-erase' : 'nothing-found' });
    return false;
  }
  const buffer = createBuffer(host, targetMask);
  buffer.fillOutlines(edges, bounds, operation === 'add' ? 1 : 0);
  storePixels(host, machine, buffer);
  return true;
}

function getCommonBounds(edges: Suggestion['edges']): Bounds | null {
  const [firstBounds, ...otherBounds] = edges.map((edge) => getPolygonBounds(edge));
  if (!firstBounds) return null;
  const { minX, minY, maxX, maxY } = otherBounds.reduce(getUnion, firstBounds);
  return { minX: Math.floor(minX), minY: Math.floor(minY), maxX: Math.ceil(maxX), maxY: Math.ceil(maxY) };
}

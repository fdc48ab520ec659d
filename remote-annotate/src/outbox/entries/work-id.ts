/**
 * The outbox stores changes under the id of their image. Changes of a layer are stored under this prefix and the id of the layer,
 * in jobs in which users work independently.
 */
const LAYER_PREFIX = 'layer/';

/** Returns the id under which the outbox stores the changes of a layer. */
export const toLayerWorkId = (layerId: string): string => `${LAYER_PREFIX}${layerId}`;

/** Returns the id of the layer whose changes are stored under this id. Null for the id of an image. */
export function getLayerId(workId: string): string | null {
  return workId.startsWith(LAYER_PREFIX) ? workId.slice(LAYER_PREFIX.length) : null;
}

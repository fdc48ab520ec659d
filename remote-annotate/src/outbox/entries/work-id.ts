/**
 * The outbox files changes under the id of their image. Those of a job in which users work independently belong to the user's layer of the
 * image instead, and are filed under this prefix and the id of the layer.
 */
const LAYER_PREFIX = 'layer/';

/** Returns the id under which the outbox files the changes of a layer. */
export const toLayerWorkId = (layerId: string): string => `${LAYER_PREFIX}${layerId}`;

/** Returns the id of the layer whose changes are filed under this id. Null for those of an image. */
export function getLayerId(workId: string): string | null {
  return workId.startsWith(LAYER_PREFIX) ? workId.slice(LAYER_PREFIX.length) : null;
}

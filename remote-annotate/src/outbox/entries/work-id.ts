/** A layer: the work of one user on an image of a job in which users work independently. */
export interface LayerReference {
  readonly id: string;
  readonly job: string;
  readonly image: string;
}

/**
 * The outbox stores unsent changes under the id of their image. In a job in which users work independently, the changes belong to the
 * user's layer of the image. The id then starts with this prefix, and contains the ids of the layer, the job and the image.
 */
const LAYER_PREFIX = 'layer';

/** Returns the id under which the outbox stores the changes of a layer. */
export const toLayerWorkId = ({ id, job, image }: LayerReference): string => [LAYER_PREFIX, id, job, image].join('/');

/** Returns the layer whose changes are stored under this id; null for the id of an image. */
export function parseLayerWorkId(workId: string): LayerReference | null {
  const [prefix, id, job, image] = workId.split('/');
  return prefix === LAYER_PREFIX && id !== undefined && job !== undefined && image !== undefined ? { id, job, image } : null;
}

/** Returns the id of the layer whose changes are stored under this id; null for the id of an image. */
export const getLayerId = (workId: string): string | null => parseLayerWorkId(workId)?.id ?? null;

/** Returns the path of the page that shows the image whose changes are stored under this id. */
export function getWorkPath(workId: string): string {
  const layer = parseLayerWorkId(workId);
  return layer ? `/imagejob/${layer.job}?image=${layer.image}` : `/image/${workId}`;
}

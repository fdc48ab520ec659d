import { api, useWorkspaceQuery, type QueryScope } from '@console/shared-auth';
import type { Job, Layer } from '@console/shared-contract/api';
import type { Shape, ShapeKind } from '../../editor';
import { getRowKey, toLayerWorkId, useProjected, type LayerReference } from '../../outbox';
import { shapeFromRow } from '../../shape-kinds/kind-calls';

/** The user's layer of an image: the user's own annotations in a job in which users work independently. Other users do not see it. */
export interface OpenedLayer extends LayerReference {
  /** Whether the user has marked the image as done. A done layer cannot be changed. */
  readonly isDone: boolean;
}

type LoadScope = Pick<QueryScope, 'workspace'> & Partial<QueryScope>;

const loadLayer = ({ job, image }: Pick<LayerReference, 'job' | 'image'>, scope: LoadScope): Promise<Layer> =>
  api.call('GET /annotate/v2/imagejob/{id}/layer', { params: { id: job }, query: { image }, ...scope });

/** Loads the user's layer of an image. Disabled for jobs without layers. */
export function useLayer(job: Job | null, imageId: string) {
  const isLayered = job?.blind === true && imageId !== '';
  return useWorkspaceQuery({
    key: ['own:annotate', 'layer', job?.id ?? '', imageId],
    enabled: isLayered,
    load: (scope) => loadLayer({ job: job?.id ?? '', image: imageId }, scope),
  });
}

const NO_LAYER: LayerReference = { id: '', job: '', image: '' };

/** The data of an image, including unsent changes. Its labels are the labels of the user's layer. */
export function useLayeredImage(layer: LayerReference | null) {
  const { job, image: imageId } = layer ?? NO_LAYER;
  const workId = toLayerWorkId(layer ?? NO_LAYER);
  const query = useWorkspaceQuery({
    key: getRowKey('image', workId),
    enabled: layer !== null,
    load: async (scope) => {
      const [row, { labels }] = await Promise.all([
        api.call('GET /recognition/v2/training-image/{id}', { params: { id: imageId }, ...scope }),
        loadLayer({ job, image: imageId }, scope),
      ]);
      return { ...row, labels };
    },
  });
  return useProjected('image', workId, query);
}

/** Loads the recognition labels of an object of a layer. An object that is not saved yet has none. */
export async function loadLayerLabels(layer: LayerReference, objectId: string, scope: LoadScope) {
  const { shapes } = await loadLayer(layer, scope);
  const object = shapes.find(({ id }) => id === objectId);
  return object?.kind === 'object' ? object.recognition_labels : [];
}

/** Loads the shapes of a layer. It is the counterpart of `loadShapes` for images. */
export async function loadLayerShapes(
  layer: LayerReference,
  kinds: readonly ShapeKind[],
  scope: LoadScope,
  onPage: (shapes: Shape[]) => void,
): Promise<void> {
  const { shapes } = await loadLayer(layer, scope);
  onPage(shapes.flatMap((row) => (kinds.includes(row.kind) ? (shapeFromRow(row.kind, row) ?? []) : [])));
}

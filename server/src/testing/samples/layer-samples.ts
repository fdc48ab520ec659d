import { randomUUID } from 'node:crypto';
import type { ApiCallKey } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../api/client';
import { ATTRIBUTES } from './attribute-samples';
import type { CallSample } from './sample-factories';
import type { SampleRows } from './sample-rows';
import { SAMPLE_SKELETON } from './skeleton-samples';

export type LayerCall = Extract<
  ApiCallKey,
  `${string}/annotate/v2/layer/${string}` | `GET /annotate/v2/imagejob/{id}/layer${string}`
>;

/** Ids of new shapes, which clients choose. */
const NEW_SHAPES = { polygon: randomUUID(), point: randomUUID(), skeleton: randomUUID(), mask: randomUUID() };

/** The rows that these samples use. */
interface LayerRows {
  blindJob: string;
  layer: string;
  /** An object in the user's own annotation layer. */
  layerShape: string;
}

/** Creates a job in which users work independently, and the client's layer of its image. */
export async function createLayerRows(
  client: TestClient,
  { image, detectionLabel }: { image: string; detectionLabel: string },
): Promise<LayerRows> {
  const body = { name: 'Some name', blind: true };
  const { id: blindJob } = expectBody<{ id: string }>(await client.post('/annotate/v2/imagejob/', body), 201);
  expectBody(await client.post(`/annotate/v2/imagejob/${blindJob}/add-items`, { items: [image] }));
  expectBody(await client.get(`/annotate/v2/imagejob/${blindJob}/get-batch/`));
  const { id: layer } = expectBody<{ id: string }>(await client.get(`/annotate/v2/imagejob/${blindJob}/layer`, { image }));
  const layerShape = randomUUID();
  const object = { kind: 'object', detection_label: detectionLabel, data: [1, 1, 20, 20] };
  // The second call stores the state after the first one as version 2.
  for (let call = 0; call < 2; call += 1) expectBody(await client.put(`/annotate/v2/layer/${layer}/shape/${layerShape}`, object));
  return { blindJob, layer, layerShape };
}

/** Samples (valid example requests) of all calls of layers. */
export function createLayerSamples(rows: SampleRows): Record<LayerCall, CallSample[]> {
  const imageQuerySamples = [{ id: rows.blindJob, query: { image: rows.image } }];
  const detailFields = { meta_data: { a: 1 }, attributes: ATTRIBUTES, source: 'prediction' };
  const toSample = (shape: string, body: Record<string, unknown>): CallSample => ({ id: rows.layer, shape, body });
  return {
    'GET /annotate/v2/imagejob/{id}/layer': imageQuerySamples,
    'GET /annotate/v2/imagejob/{id}/layers': imageQuerySamples,
    'GET /annotate/v2/layer/{id}/versions': [{ id: rows.layer }],
    'POST /annotate/v2/layer/{id}/restore-version': [{ id: rows.layer, body: { layer_version: 2 } }],
    'PUT /annotate/v2/layer/{id}/shape/{shape_id}': [
      toSample(rows.layerShape, {
        kind: 'object',
        detection_label: rows.detectionLabel,
        data: [1, 1, 21, 21],
        ...detailFields,
        rotated_box: [20, 20, 10, 6, 30],
      }),
      toSample(NEW_SHAPES.polygon, {
        kind: 'polygon',
        segmentation_label: rows.segmentationLabel,
        data: [1, 1, 20, 1, 10, 20],
        ...detailFields,
      }),
      toSample(NEW_SHAPES.point, { kind: 'point', name: 'Tip', data: [2, 2], source: 'copy' }),
      toSample(NEW_SHAPES.skeleton, {
        kind: 'skeleton',
        detection_label: rows.skeletonLabel,
        data: SAMPLE_SKELETON,
        ...detailFields,
      }),
      toSample(NEW_SHAPES.mask, {
        kind: 'mask',
        segmentation_label: rows.segmentationLabel,
        data: rows.maskData,
        ...detailFields,
      }),
    ],
    'DELETE /annotate/v2/layer/{id}/shape/{shape_id}': [{ id: rows.layer, shape: rows.layerShape }],
    'POST /annotate/v2/layer/{id}/shape/{shape_id}/add-label': [
      toSample(rows.layerShape, { label_id: rows.valueLabel, value: 3, source: 'prediction' }),
    ],
    'POST /annotate/v2/layer/{id}/shape/{shape_id}/remove-label': [toSample(rows.layerShape, { label_id: rows.valueLabel })],
    'POST /annotate/v2/layer/{id}/add-label': [{ id: rows.layer, body: { label_id: rows.label, source: 'prediction' } }],
    'POST /annotate/v2/layer/{id}/remove-label': [{ id: rows.layer, body: { label_id: rows.label } }],
  };
}

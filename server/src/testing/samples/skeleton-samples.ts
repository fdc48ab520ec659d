import type { ApiCallKey } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../api/client';
import {
  createBodySample,
  createBulkSamples,
  createSamples,
  createIdSample,
  createListSample,
  type CallSample,
} from './sample-factories';
import { ATTRIBUTES } from './attribute-samples';
import type { SampleRows } from './sample-rows';

type SkeletonCall = Extract<ApiCallKey, `${string} /detection/v2/skeleton${string}`>;

/** A template with every field. */
export const SAMPLE_TEMPLATE = {
  points: [{ name: 'head' }, { name: 'left foot' }, { name: 'right foot' }],
  edges: [
    [0, 1],
    [0, 2],
  ],
  pairs: [[1, 2]],
  layout: [
    [0.5, 0],
    [0, 1],
    [1, 1],
  ],
  sigmas: [0.03, 0.09, 0.09],
};
/** A skeleton of the template with a visible, an occluded and an absent point. */
export const SAMPLE_SKELETON = [10, 5, 2, 4, 20, 1, 0, 0, 0];

/** The rows that these samples use. */
export interface SkeletonRows {
  skeletonLabel: string;
  skeleton: string;
}

/** Creates a label with a template, and a skeleton on the image. */
export async function createSkeletonRows(client: TestClient, image: string): Promise<SkeletonRows> {
  const response = await client.post('/detection/v2/label/', { name: 'Some name', skeleton: SAMPLE_TEMPLATE });
  const { id: label } = expectBody<{ id: string }>(response, 201);
  const fields = { image, detection_label: label, data: SAMPLE_SKELETON };
  const { id: skeleton } = expectBody<{ id: string }>(await client.post('/detection/v2/skeleton/', fields), 201);
  return { skeletonLabel: label, skeleton };
}

/** Samples (valid example requests) of all calls for skeletons. */
export function createSkeletonSamples(rows: SampleRows): Record<SkeletonCall, CallSample[]> {
  const fields = {
    image: rows.image,
    detection_label: rows.skeletonLabel,
    data: SAMPLE_SKELETON,
    meta_data: { a: 1 },
    attributes: ATTRIBUTES,
  };
  return {
    'GET /detection/v2/skeleton/': createListSample({ image: rows.image, labels: rows.skeletonLabel }),
    'POST /detection/v2/skeleton/': createSamples(fields),
    'POST /detection/v2/skeleton/bulk': createBulkSamples(rows.skeleton, fields),
    'GET /detection/v2/skeleton/{id}': createIdSample(rows.skeleton),
    'GET /detection/v2/skeleton/{id}/similar': createIdSample(rows.skeleton),
    'PUT /detection/v2/skeleton/{id}/': createBodySample(rows.skeleton, fields),
    'DELETE /detection/v2/skeleton/{id}': createIdSample(rows.skeleton),
    'DELETE /detection/v2/skeleton/image': [{ query: { image: rows.image } }, { body: { image: rows.image } }],
  };
}

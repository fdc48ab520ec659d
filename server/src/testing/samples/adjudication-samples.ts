import type { ApiCallKey, DisputedGroupDetails, DisputedItemDetails } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../api/client';
import { createImageBase64 } from '../api/fixtures';
import { ATTRIBUTES } from './attribute-samples';
import { createListSample, type CallSample } from './sample-factories';
import type { SampleRows } from './sample-rows';

export type AdjudicationCall = Extract<
  ApiCallKey,
  | `${string}/annotate/v2/imagejob/{id}/disputed${string}`
  | `${string}/annotate/v2/imagejob/{id}/adjudicate${string}`
  | `GET /annotate/v2/similarityjob/{id}/${'agreement' | 'disputed-item'}`
  | `POST /annotate/v2/similarityjob/{id}/adjudicate${string}`
>;

/** The rows that these samples use. */
interface AdjudicationRows {
  disputedJob: string;
  disputedImage: string;
  /** The version of the work on the image. */
  disputedVersion: string;
  editedImage: string;
  editedVersion: string;
  groupJob: string;
  disputedGroup: string;
  groupVersion: string;
}

/** Creates a job with two images that the client has annotated. Each image needed two users when the client completed it. */
export async function createAdjudicationRows(
  client: TestClient,
  { detectionLabel, user }: { detectionLabel: string; user: string },
): Promise<AdjudicationRows> {
  const createRow = async (jobPath: string, body: object) => expectBody<{ id: string }>(await client.post(jobPath, body), 201).id;
  const disputedJob = await createRow('/annotate/v2/imagejob/', { name: 'Some name', todo_number: 2 });
  const jobPath = `/annotate/v2/imagejob/${disputedJob}`;
  const annotateNewImage = async () => {
    const image = await createRow('/recognition/v2/training-image/', { base64: await createImageBase64() });
    await createRow('/detection/v2/object/', { image, detection_label: detectionLabel, data: [1, 1, 20, 20] });
    expectBody(await client.post(`${jobPath}/add-items`, { items: [image] }));
    expectBody(await client.post(`${jobPath}/mark-done`, { items: [image] }));
    const { item } = expectBody<{ item: DisputedItemDetails | null }>(await client.get(`${jobPath}/disputed-item`, { image }));
    return { image, version: item?.version ?? '' };
  };
  const [disputedImage, editedImage] = [await annotateNewImage(), await annotateNewImage()];
  // Require only one user from now on, because items on which users still work cannot be decided.
  expectBody(await client.put(jobPath, { todo_number: 1 }));
  const groupJob = await createRow('/annotate/v2/similarityjob/', { name: 'Some name', todo_number: 2 });
  const disputedGroup = await createRow('/similarity/training/v2/group/', { name: 'Some name', type: null });
  const groupPath = `/annotate/v2/similarityjob/${groupJob}`;
  expectBody(await client.post(`/similarity/training/v2/group/${disputedGroup}/add-images`, { images: [disputedImage.image] }));
  expectBody(await client.post(`${groupPath}/add-items`, { items: [disputedGroup] }));
  expectBody(await client.post(`${groupPath}/mark-done`, { items: [disputedGroup] }));
  // Assign the job to the user, because all annotators have access to a job without assignees.
  expectBody(await client.put(groupPath, { todo_number: 1, assignees: [user] }));
  const { item } = expectBody<{ item: DisputedGroupDetails | null }>(
    await client.get(`${groupPath}/disputed-item`, { group: disputedGroup }),
  );
  return {
    groupJob,
    disputedGroup,
    groupVersion: item?.version ?? '',
    disputedJob,
    disputedImage: disputedImage.image,
    disputedVersion: disputedImage.version,
    editedImage: editedImage.image,
    editedVersion: editedImage.version,
  };
}

/** Samples (valid example requests) of all calls of adjudication. */
export function createAdjudicationSamples(rows: SampleRows): Record<AdjudicationCall, CallSample[]> {
  const labels = [{ label: rows.valueLabel, value: 3 }];
  const editedShape = { kind: 'object', label: rows.detectionLabel, data: [2, 2, 22, 22], attributes: ATTRIBUTES, labels };
  return {
    'GET /annotate/v2/imagejob/{id}/disputed/': createListSample().map((sample) => ({ id: rows.disputedJob, ...sample })),
    'GET /annotate/v2/imagejob/{id}/disputed-item': [{ id: rows.disputedJob, query: { image: rows.disputedImage } }],
    'POST /annotate/v2/imagejob/{id}/adjudicate': [
      {
        id: rows.disputedJob,
        body: {
          item: rows.disputedImage,
          version: rows.disputedVersion,
          labels,
          shapes: [
            { from: 'layer', user: rows.user, index: 0 },
            { from: 'proposal', cluster: 0 },
          ],
        },
      },
      {
        id: rows.disputedJob,
        body: { item: rows.editedImage, version: rows.editedVersion, labels, shapes: [{ from: 'edited', shape: editedShape }] },
      },
    ],
    'POST /annotate/v2/imagejob/{id}/adjudicate-matching': [{ id: rows.disputedJob, body: { dry_run: false, after: '0' } }],
    'GET /annotate/v2/similarityjob/{id}/agreement': [{ id: rows.groupJob }],
    'GET /annotate/v2/similarityjob/{id}/disputed-item': [{ id: rows.groupJob, query: { group: rows.disputedGroup } }],
    'POST /annotate/v2/similarityjob/{id}/adjudicate': [
      { id: rows.groupJob, body: { item: rows.disputedGroup, version: rows.groupVersion, members: [rows.disputedImage] } },
    ],
    'POST /annotate/v2/similarityjob/{id}/adjudicate-matching': [{ id: rows.groupJob, body: { dry_run: false, after: '0' } }],
  };
}

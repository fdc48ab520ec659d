import type { DataChanges, DatasetImage, TrainingImage } from '@console/shared-contract/api';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expectBody } from '../../../testing/api/client';
import { createImageBase64, createNamedRow, createTestLabel, readAllPages, uploadImage } from '../../../testing/api/fixtures';
import { ImportDriver } from '../../../testing/api/import-driver';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { waitUntil } from '../../../testing/wait/wait-until';

const server = setUpTestServer();
let anna: TestUser;
let ben: TestUser;
beforeAll(async () => {
  [anna, ben] = [await server.createTestUser(), await server.createTestUser()];
});

const STEP_KINDS = [
  ...([
    'upload',
    'deleteImage',
    'test',
    'addObject',
    'moveObject',
    'relabelObject',
    'deleteObject',
    'restoreObject',
    'flagObject',
  ] as const),
  'labelObject',
  'labelImage',
  'unlabelImage',
  'setValue',
  'addPolygon',
  'addPoint',
  'deleteLabel',
  'import',
];
interface Step {
  kind: (typeof STEP_KINDS)[number];
  user: 0 | 1;
  /** Selects the rows that the step changes. */
  pick: number;
}
const steps = fc.array(
  fc.record({ kind: fc.constantFrom(...STEP_KINDS), user: fc.constantFrom<0 | 1>(0, 1), pick: fc.nat(1000) }),
  {
    minLength: 6,
    maxLength: 16,
  },
);

interface Snapshot {
  moment: Date;
  /** Whether each image is a TEST image. */
  images: Map<string, boolean>;
  /** Each annotation with its image, content and attributes. The key contains its domain, label and annotated item. */
  annotations: Map<string, { image: string; content: string; attributes: string }>;
}

/** Reads the state of a workspace. Its `moment` is after all changes so far, and before the next change. */
async function readSnapshot(workspaceId: string): Promise<Snapshot> {
  const { rows: images } = await sql<{ id: string; test: boolean }>`
    select id, test_image as test from training_image where workspace_id = ${workspaceId}`.execute(server.db);
  const { rows } = await sql<{ key: string; image: string; content: string; attributes: string }>`
    select * from (
      select concat_ws(' ', 'recognition', label_id, image_id) as key, image_id::text as image, value::text as content, '{}' as attributes, workspace_id from image_label
      union all select concat_ws(' ', 'recognition', l.label_id, o.id), o.image_id::text, l.value::text, '{}', l.workspace_id
        from object_label l join detection_object o on o.id = l.object_id
      union all select concat_ws(' ', 'detection', detection_label_id, id), image_id::text, data::text, attributes::text, workspace_id from detection_object
      union all select concat_ws(' ', 'segmentation', segmentation_label_id, id), image_id::text, data::text, attributes::text, workspace_id from polygon
      union all select concat_ws(' ', 'points', name, id), image_id::text, data::text, '{}', workspace_id from point) a
    where workspace_id = ${workspaceId}`.execute(server.db);
  // Moments have a resolution of a millisecond, so use the millisecond after the last change.
  const moment = new Date(Date.now() + 1);
  await waitUntil(() => Date.now() > moment.getTime());
  return {
    moment,
    images: new Map(images.map(({ id, test }) => [id, test])),
    annotations: new Map(rows.map(({ key, ...annotation }) => [key, annotation])),
  };
}

/** Compares the values of two maps. Lists the keys that were added, removed and changed. */
function compareMaps<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
  isChanged: (key: string) => boolean,
) {
  const commonKeys = [...after.keys()].filter((key) => before.has(key));
  return {
    added: [...after.keys()].filter((key) => !before.has(key)),
    removed: [...before.keys()].filter((key) => !after.has(key)),
    changed: commonKeys.filter(isChanged),
    same: commonKeys.filter((key) => !isChanged(key)),
  };
}

function compareSnapshots(before: Snapshot, after: Snapshot) {
  const isChanged = (key: string, field: 'content' | 'attributes') =>
    before.annotations.get(key)?.[field] !== after.annotations.get(key)?.[field];
  const annotations = compareMaps(
    before.annotations,
    after.annotations,
    (key) => isChanged(key, 'content') || isChanged(key, 'attributes'),
  );
  const { added, removed, changed } = annotations;
  const changedKeys = [...added, ...removed, ...changed];
  const getImageId = (key: string) => (after.annotations.get(key) ?? before.annotations.get(key))?.image;
  const changedImages = new Set(changedKeys.map(getImageId));
  const images = compareMaps(
    before.images,
    after.images,
    (id) => changedImages.has(id) || before.images.get(id) !== after.images.get(id),
  );
  const labels = [...new Set(changedKeys.map((key) => key.split(' ').slice(0, 2).join(' ')))].sort().map((label) => {
    const countOfLabel = (keys: Iterable<string>) => [...keys].filter((key) => key.startsWith(`${label} `)).length;
    return {
      label,
      before: countOfLabel(before.annotations.keys()),
      after: countOfLabel(after.annotations.keys()),
      added: countOfLabel(added),
      removed: countOfLabel(removed),
      changed: countOfLabel(changed),
      changed_attributes: countOfLabel(changed.filter((key) => isChanged(key, 'attributes'))),
    };
  });
  return { images, labels };
}

const pickFrom = <T>(rows: readonly T[], pick: number): T | undefined => rows[pick % rows.length];

/** A workspace in which two users make random changes. */
class RandomEditor {
  private isImported = false;
  private deletedObjects: string[] = [];

  private constructor(
    readonly workspaceId: string,
    private readonly labels: { recognition: string; value: string; segmentation: string },
  ) {}

  static async create(): Promise<RandomEditor> {
    const workspace = await server.createTestWorkspace({ members: [anna, ben] });
    const [recognition, value, segmentation] = [
      await createTestLabel(anna.client, { workspace }),
      await createTestLabel(anna.client, {
        workspace,
        name: 'Ripeness',
        type: 'value',
        min_value: 0,
        max_value: 100,
        step_value: 1,
      }),
      await createNamedRow(anna.client, '/segmentation/v2/label/', { workspace }),
    ];
    for (const name of ['Apple', 'Pear']) await createNamedRow(anna.client, '/detection/v2/label/', { workspace, name });
    await uploadImage(ben.client, { workspace });
    return new RandomEditor(workspace, { recognition: recognition.id, value: value.id, segmentation: segmentation.id });
  }

  private async list(table: 'training_image' | 'detection_object' | 'detection_label'): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where workspace_id = ${this.workspaceId} order by created, id`.execute(server.db);
    return rows.map(({ id }) => id);
  }

  async apply({ kind, user, pick }: Step): Promise<void> {
    const { client } = [anna, ben][user]!;
    const workspace = this.workspaceId;
    if (kind === 'import') return this.importOnce();
    if (kind === 'upload') return void (await uploadImage(client, { workspace }));
    const image = pickFrom(await this.list('training_image'), pick);
    const object = pickFrom(await this.list('detection_object'), pick);
    const label = pickFrom(await this.list('detection_label'), pick);
    const deletedObject = this.deletedObjects.at(-1);
    const [x, imagesPath, bulkPath] = [pick % 30, '/recognition/v2/training-image/', '/detection/v2/object/bulk'];
    const updateImage = async (fields: object) =>
      expectBody(await client.post(`${imagesPath}update`, { images: [image], ...fields, workspace }));
    if (kind === 'deleteLabel' && label && pick % 3 === 0) await client.delete(`/detection/v2/label/${label}`);
    if (image === undefined) return;
    if (kind === 'deleteImage' && pick % 2 === 0) await client.delete(`${imagesPath}${image}`);
    if (kind === 'test') await updateImage(pick % 2 ? { 'mark-test': true } : { 'unmark-test': true });
    if (kind === 'labelImage')
      await client.post(`${imagesPath}${image}/add-label`, { label_id: this.labels.recognition, workspace });
    if (kind === 'unlabelImage')
      await client.post(`${imagesPath}${image}/remove-label`, { label_id: this.labels.recognition, workspace });
    if (kind === 'setValue') {
      await client.post(`${imagesPath}${image}/add-label`, { label_id: this.labels.value, workspace });
      expectBody(await client.post(`${imagesPath}${image}/update-value`, { label_id: this.labels.value, value: x, workspace }));
    }
    if (kind === 'addPolygon')
      await client.post('/segmentation/v2/polygon/', {
        image,
        segmentation_label: this.labels.segmentation,
        data: [1, 1, 20, 1, 20, 20 + x / 2],
        workspace,
      });
    if (kind === 'addPoint') await client.post('/annotate/v2/point/', { image, name: 'Stalk', data: [x, 4], workspace });
    if (kind === 'addObject' && label)
      await client.post('/detection/v2/object/', { image, detection_label: label, data: [1, 1, 20 + x, 30], workspace });
    if (kind === 'restoreObject' && deletedObject)
      await client.post(bulkPath, { items: [{ op: 'restore', id: deletedObject }], workspace });
    if (object === undefined) return;
    if (kind === 'flagObject')
      await client.put(`/detection/v2/object/${object}/`, { attributes: pick % 2 ? { occluded: true } : {}, workspace });
    if (kind === 'moveObject') await client.put(`/detection/v2/object/${object}/`, { data: [1, 1, 20 + x, 30], workspace });
    if (kind === 'relabelObject' && label)
      await client.put(`/detection/v2/object/${object}/`, { detection_label: label, workspace });
    if (kind === 'labelObject')
      await client.post(`/detection/v2/object/${object}/add-label`, { label_id: this.labels.recognition, workspace });
    if (kind === 'deleteObject' && (await client.delete(`/detection/v2/object/${object}`)).status === 204)
      this.deletedObjects.push(object);
  }

  private async importOnce(): Promise<void> {
    if (this.isImported) return;
    this.isImported = true;
    const coco = {
      images: [{ id: 1, file_name: 'a.png', width: 64, height: 48 }],
      categories: [{ id: 1, name: 'Apple' }],
      annotations: [1, 2].map((id) => ({ id, image_id: 1, category_id: 1, bbox: [id, 1, 20, 20] })),
    };
    const files = { 'a.png': Buffer.from(await createImageBase64(), 'base64'), 'instances.json': JSON.stringify(coco) };
    await new ImportDriver(server, anna.client).importFiles(files, {}, {}, { workspace: this.workspaceId });
  }
}

describe('comparison of two moments', () => {
  it('equals the difference of two snapshots after random changes of two users', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(1000), fc.nat(1000), async (changes, first, second) => {
        const editor = await RandomEditor.create();
        const snapshots = [await readSnapshot(editor.workspaceId)];
        for (const step of changes) {
          await editor.apply(step);
          snapshots.push(await readSnapshot(editor.workspaceId));
        }
        const [earlierIndex, laterIndex] = [first % snapshots.length, second % snapshots.length].sort((a, b) => a - b) as [
          number,
          number,
        ];
        const [before, after] = [snapshots[earlierIndex]!, snapshots[laterIndex]!];
        const period = { since: before.moment.toISOString(), until: after.moment.toISOString(), workspace: editor.workspaceId };
        const expectedChanges = compareSnapshots(before, after);
        const { pictures, labels } = expectBody<DataChanges>(await anna.client.get('/history/v2/comparison/', period));
        const { added, removed, changed, same } = expectedChanges.images;
        expect(pictures).toEqual({ added: added.length, removed: removed.length, changed: changed.length, same: same.length });
        expect(labels.map(({ of, id, name: _, ...counts }) => ({ label: `${of} ${id}`, ...counts }))).toEqual(
          expect.arrayContaining(expectedChanges.labels),
        );
        expect(labels).toHaveLength(expectedChanges.labels.length);
        for (const change of ['added', 'removed', 'changed'] as const) {
          const query = new URLSearchParams({ ...period, change }).toString();
          const listedImages = await readAllPages<DatasetImage>(anna.client, `/history/v2/comparison/image/?${query}`);
          expect(listedImages.map(({ image }) => image).sort()).toEqual(expectedChanges.images[change].sort());
        }
        const filter = new URLSearchParams({
          changed_since: period.since,
          changed_until: period.until,
          workspace: editor.workspaceId,
        });
        const listedImages = await readAllPages<TrainingImage>(
          anna.client,
          `/recognition/v2/training-image/?${filter.toString()}`,
        );
        const currentImages = snapshots.at(-1)!.images;
        expect(listedImages.map(({ id }) => id).sort()).toEqual(
          [...added, ...changed].filter((id) => currentImages.has(id)).sort(),
        );
      }),
      { numRuns: process.env.LONG ? 8 : 3 },
    );
  }, 120_000);
});

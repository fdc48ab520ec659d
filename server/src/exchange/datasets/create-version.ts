import { DatasetRequest } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/database/connection';
import { hasSeq, getMatchBitmap } from '../../data-access/facets';
import { ALL_ANNOTATIONS, selectWorkspaceLabels, DATASET_IMAGE_DETAILS } from '../../ml/learning/dataset-columns';
import { toWorkspaceImageFilter } from '../../domain/recognition/images/filter';
import { enqueueWork } from '../../platform/queue/queue';
import type { WorkKind } from '../../platform/queue/kind';
import { messages } from './messages';

/** The stored name of this kind of background work. */
const CREATE_VERSION = 'dataset version';

/** The stored input of the background work: the id of the version, and the user's request (`order`). */
const Input = z.object({ dataset: z.uuid(), order: DatasetRequest });

/** Creates a version, and queues the background work that fills it, in the caller's transaction. Returns the id of the version. */
export async function createVersion(
  trx: Db,
  { workspaceId, request, userId }: { workspaceId: string; request: DatasetRequest; userId: string },
): Promise<string> {
  const { id } = await trx
    .insertInto('dataset_version')
    .values({ workspace_id: workspaceId, name: request.name, state: 'making', created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueWork(trx, { workspaceId, kind: CREATE_VERSION, input: { dataset: id, order: request }, userId });
  return id;
}

export const datasetVersionKind: WorkKind = {
  name: CREATE_VERSION,
  concurrency: 1,
  run: async ({ work, step }) => {
    const { dataset: versionId, order: request } = Input.parse(work.input);
    await step(null, async (trx) => {
      // An earlier attempt may have filled the version, or a user may have deleted it.
      const unfilledVersion = await trx
        .selectFrom('dataset_version')
        .select('id')
        .where('id', '=', versionId)
        .where('state', '=', 'making')
        .forUpdate()
        .executeTakeFirst();
      if (unfilledVersion) await fillVersion(trx, work.workspaceId, versionId, request);
    });
  },
  onUnsuccessful: async (trx, work, outcome) => {
    const input = Input.safeParse(work.input);
    if (!input.success) return;
    await trx
      .updateTable('dataset_version')
      .set({ state: 'failed', error: outcome.state === 'failed' ? outcome.error : messages.cancelled })
      .where('id', '=', input.data.dataset)
      .where('state', '=', 'making')
      .execute();
  },
};

/** Reads images and annotations in one statement, so that all of them have the state of the same moment. Throws if no image matches. */
async function fillVersion(trx: Db, workspaceId: string, versionId: string, request: DatasetRequest): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    with filled as (
      insert into dataset_picture (dataset_id, place, image_id, img_key, img_width, img_height, test_image, annotations, picture)
      select ${versionId}, row_number() over (order by i.seq) - 1, i.id, i.img_key, i.img_width, i.img_height, i.test_image,
        ${ALL_ANNOTATIONS}, ${DATASET_IMAGE_DETAILS}
      from training_image i where i.workspace_id = ${workspaceId} and ${await selectImages(trx, workspaceId, request)}
        and (${!request.only_verified} or exists (select from image_verification v where v.image_id = i.id))
      returning place
    ), labelled as (
      update dataset_version set labels = ${selectWorkspaceLabels(sql`${workspaceId}`)} where id = ${versionId}
    )
    select count(*)::int as count from filled`.execute(trx);
  const imageCount = rows[0]?.count ?? 0;
  if (imageCount === 0) throw new Error(messages.noImages);
  await trx
    .updateTable('dataset_version')
    .set({ state: 'ready', pictures: imageCount, created: sql<Date>`clock_timestamp()` })
    .where('id', '=', versionId)
    .execute();
}

async function selectImages(trx: Db, workspaceId: string, { images, filter }: DatasetRequest) {
  if (images) return sql<boolean>`i.id = any(${images}::uuid[])`;
  const matchingImages = await toWorkspaceImageFilter(trx, workspaceId, filter ?? {});
  return matchingImages ? hasSeq(await getMatchBitmap(trx, matchingImages), 'i.seq') : sql<boolean>`false`;
}

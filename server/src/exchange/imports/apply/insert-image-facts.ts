import { sql } from 'kysely';
import { listVerificationSyncs } from '../../../domain/recognition/images/verify';
import type { Db } from '../../../platform/database/connection';
import { recordImageEvent } from '../../../platform/events/record-events';
import { HAS_SHAPES } from '../../../data-access/shape-kinds/empty-images';
import type { FacetSync } from '../../../data-access/facets';
import type { StoredImageFacts, BatchItem } from '../items/next-batch';
import type { AppliedImage } from './insert-images';
import type { CreatedEntities } from '../state/created-entities';
import type { DeclaredJobItem } from '../../readers/reader/reader';
import { createGroups, createJobs, type GroupJobItem } from './create-entities';
import type { RunningImport } from '../plan/match-entities';

interface FactsInput extends RunningImport {
  batch: readonly BatchItem[];
  images: ReadonlyMap<number, AppliedImage>;
  /** Created objects that are members of groups. */
  groupedObjects: readonly { item: number; object: string; groups: string[] }[];
  /** Returns the label of a class. Null: the class is skipped. */
  findLabel: (key: string) => string | null | undefined;
}

interface InsertedFacts {
  syncs: FacetSync[];
  created: CreatedEntities['created'];
  groups: number;
  jobs: number;
  /** Whether an image or group was verified in the name of the user who runs the import. */
  hasVerified: boolean;
}

interface NewImage {
  /** Position of the image among the images of the import. */
  n: number;
  /** Id of the image. */
  image: string;
  facts: StoredImageFacts;
}

/**
 * Inserts the groups and jobs that the files declare for new images. Images that files declare as verified or done become verified or done
 * only if the importer chose this. They get the importer's name, because a file must not act in another user's name. Images that existed
 * before stay unchanged. The counts of inserted rows are stored with the item (`made_groups` ...), so that undo detects later additions.
 */
export async function insertImageFacts(trx: Db, input: FactsInput): Promise<InsertedFacts> {
  const { importId, batch, images } = input;
  const newImages = batch.flatMap(({ n, facts: imageFacts }): NewImage[] => {
    const image = images.get(n);
    if (!imageFacts || !image || !('id' in image) || !image.isNew) return [];
    return [{ n, image: image.id, facts: input.appliesConfirmations ? imageFacts : withoutConfirmations(imageFacts) }];
  });
  const verifiedImageIds = await insertVerifications(trx, input, newImages);
  const groupMembers = await insertGroupMembers(trx, input, newImages);
  const insertedJobs = await insertJobItems(trx, input, newImages, groupMembers.jobItems);
  if (verifiedImageIds.length + groupMembers.images.length + groupMembers.objects.length + insertedJobs.images.length > 0)
    await storeCounts(trx, importId, newImages);
  return {
    syncs: [
      ...listVerificationSyncs(verifiedImageIds),
      { target: 'image', ids: groupMembers.images, kinds: ['image.grouped'] },
      { target: 'object', ids: groupMembers.objects.map(({ object }) => object), kinds: ['object.grouped'] },
      { target: 'image', ids: insertedJobs.images, kinds: ['image.job'], refs: insertedJobs.ids },
      { target: 'objects of image', ids: insertedJobs.images, kinds: ['object.job'], refs: insertedJobs.ids },
    ],
    created: [...groupMembers.created, ...insertedJobs.created],
    groups: groupMembers.createdCount,
    jobs: insertedJobs.createdCount,
    hasVerified: verifiedImageIds.length > 0 || groupMembers.hasVerified,
  };
}

const withoutConfirmations = (imageFacts: StoredImageFacts): StoredImageFacts => ({
  ...imageFacts,
  is_verified: false,
  jobs: imageFacts.jobs?.map(({ key }) => ({ key, done: false, count: 0 })),
});

async function insertVerifications(
  trx: Db,
  { workspaceId, importerId }: RunningImport,
  newImages: readonly NewImage[],
): Promise<string[]> {
  const verifiedImageIds = newImages.flatMap(({ image, facts }) => (facts.is_verified ? image : []));
  if (verifiedImageIds.length === 0) return [];
  const statedEmptyImageIds = newImages.flatMap(({ image, facts }) => (facts.is_stated_empty ? image : []));
  const { rows } = await sql<{ image_id: string }>`
    insert into image_verification (workspace_id, image_id, user_id, nothing_to_annotate)
    select m.workspace_id, i.id, m.user_id, i.id = any(${statedEmptyImageIds}::uuid[]) and not ${HAS_SHAPES}
    from membership m cross join unnest(${verifiedImageIds}::uuid[]) as i(id)
    where m.workspace_id = ${workspaceId} and m.user_id = ${importerId}::uuid
    on conflict do nothing returning image_id`.execute(trx);
  const ids = rows.map(({ image_id }) => image_id);
  await recordImageEvent(trx, 'image.verified', { workspaceId, userId: importerId }, ids);
  return ids;
}

async function insertGroupMembers(
  trx: Db,
  { importId, workspaceId, importerId, appliesConfirmations, groupedObjects }: FactsInput,
  newImages: readonly NewImage[],
) {
  const imageMemberships = newImages.flatMap(({ image, facts }) => (facts.groups ?? []).map((group) => ({ image, group })));
  const newItems = new Set(newImages.map(({ n: position }) => position));
  const objectMemberships = groupedObjects.flatMap(({ item, object, groups }) =>
    newItems.has(item) ? groups.map((group) => ({ item, object, group })) : [],
  );
  if (imageMemberships.length + objectMemberships.length === 0)
    return { images: [], objects: objectMemberships, created: [], createdCount: 0, hasVerified: false, jobItems: [] };
  const groupKeys = [...new Set([...imageMemberships, ...objectMemberships].map(({ group }) => group))];
  const scope = { importId, workspaceId, importerId, appliesConfirmations };
  const { ids, ...createdGroups } = await createGroups(trx, scope, groupKeys);
  const toJson = (memberships: readonly { group: string }[]) =>
    JSON.stringify(memberships.flatMap((row) => (ids.has(row.group) ? { ...row, group: ids.get(row.group) } : [])));
  await sql`
    insert into group_image (group_id, image_id, workspace_id)
    select "group", image, ${workspaceId} from jsonb_to_recordset(${toJson(imageMemberships)}::jsonb) as t("group" uuid, image uuid)
    on conflict do nothing`.execute(trx);
  await sql`
    insert into group_object (group_id, object_id, workspace_id)
    select "group", object, ${workspaceId} from jsonb_to_recordset(${toJson(objectMemberships)}::jsonb) as t("group" uuid, object uuid)
    on conflict do nothing`.execute(trx);
  return { images: [...new Set(imageMemberships.map(({ image }) => image))], objects: objectMemberships, ...createdGroups };
}

async function insertJobItems(
  trx: Db,
  { importId, workspaceId, findLabel, appliesConfirmations }: FactsInput,
  newImages: readonly NewImage[],
  groupItems: readonly GroupJobItem[],
) {
  const declaredItems: (DeclaredJobItem & { image?: string; group?: string })[] = [
    ...newImages.flatMap(({ image, facts }) => (facts.jobs ?? []).map((job) => ({ ...job, image }))),
    ...groupItems.map((groupItem) => (appliesConfirmations ? groupItem : { ...groupItem, done: false, count: 0 })),
  ];
  if (declaredItems.length === 0) return { images: [], ids: [], created: [], createdCount: 0 };
  const jobKeys = [...new Set(declaredItems.map(({ key }) => key))];
  const { ids, created: createdRows, createdCount } = await createJobs(trx, { importId, workspaceId }, jobKeys, findLabel);
  const items = declaredItems.flatMap(({ key, ...item }) => (ids.has(key) ? { ...item, job: ids.get(key) } : []));
  // An existing job may require a different number of users per item. The number of users who have done the item is adjusted, so that a
  // done item stays done. In jobs with independent work (`blind`), exports do not contain the work of each user. A done item is then
  // closed, and an unfinished item starts at 0.
  await sql`
    insert into job_item (job_id, workspace_id, image_id, group_id, done_count, adopted)
    select j.id, ${workspaceId}, t.image, t."group", case
      when t.done then greatest(t.count, j.todo_number) when j.blind then 0 else least(coalesce(t.count, 0), j.todo_number - 1) end,
      case when t.done and j.blind then clock_timestamp() end
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as t(image uuid, "group" uuid, job uuid, done boolean, count int)
    join annotation_job j on j.id = t.job on conflict do nothing`.execute(trx);
  if (groupItems.length > 0)
    await sql`
    update import_named t set data = t.data || jsonb_build_object('made_jobs', (select count(*) from job_item j where j.group_id = t.made))
    where t.import_id = ${importId} and t.kind = 'group' and t.made = any(${groupItems.map(({ group }) => group)}::uuid[])`.execute(
      trx,
    );
  return {
    images: [...new Set(declaredItems.flatMap(({ image }) => image ?? []))],
    ids: [...new Set(ids.values())],
    created: createdRows,
    createdCount,
  };
}

async function storeCounts(trx: Db, importId: string, newImages: readonly NewImage[]): Promise<void> {
  const imageRows = newImages.map(({ n, image }) => ({ n, image }));
  await sql`
    update import_item t set facts = t.facts || jsonb_build_object(
      'made_verifications', (select count(*) from image_verification v where v.image_id = r.image),
      'made_groups', (select count(*) from group_image g where g.image_id = r.image),
      'made_object_groups', (
        select count(*) from group_object g join detection_object o on o.id = g.object_id where o.image_id = r.image),
      'made_jobs', (select count(*) from job_item j where j.image_id = r.image),
      'made_marks', (
        select count(w.done_at) from job_item j join item_work w on w.item_id = j.id where j.image_id = r.image))
    from jsonb_to_recordset(${JSON.stringify(imageRows)}::jsonb) as r(n int, image uuid)
    where t.import_id = ${importId} and t.n = r.n`.execute(trx);
}

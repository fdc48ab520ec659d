import type { ImageChange, ImageChangeBody, ServiceSlug } from '@console/shared-contract/api';
import { MAX_JSON_BYTES } from '@console/shared-contract/limits';
import { sql, type RawBuilder } from 'kysely';
import { syncFacets } from '../../../data-access/facets';
import { HAS_SHAPES } from '../../../data-access/shape-kinds/empty-images';
import { HAS_ANY_UNREVIEWED, isByUser } from '../../../data-access/shapes/model-origin';
import type { Scope, ScopedRow } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { deleteItems, insertItems, type JobRow } from '../../annotation/jobs/items/items';
import { listFlagSyncs } from '../../recognition/images/write';
import { stateNothingToAnnotate, verifyValidImages, withdrawVerifications } from '../../recognition/images/verify';
import { addMembers, removeMembers, type GroupRecord } from '../../similarity/groups/members';
import { addLabel, isLabelExcluded } from './label-changes';

/** A change with the rows that it refers to. */
export interface PreparedChange {
  body: ImageChangeBody;
  workspaceId: string;
  userId: string;
  scope: Scope;
  label: ScopedRow<'recognition_label'> | null;
  job: JobRow | null;
  group: GroupRecord | null;
}

/** A bulk change of images. Its SQL may refer to the image as `i`. */
interface ChangeKind {
  /** Service that the workspace must have. The same change of a single image requires this service too. */
  service?: ServiceSlug;
  /** Locks further rows of locked images that the condition below depends on. */
  lock?: (trx: Db, change: PreparedChange, ids: readonly string[]) => Promise<unknown>;
  /** SQL condition of the images that the change affects. */
  affects: (change: PreparedChange) => RawBuilder<unknown>;
  /** Applies the change to locked images that it affects. If it skips some images, it returns the changed ids. */
  apply: (trx: Db, change: PreparedChange, ids: readonly string[]) => Promise<string[] | void>;
}

function setFlag(flag: 'test_image' | 'real', value: boolean): ChangeKind {
  return {
    affects: () => sql`${sql.ref(`i.${flag}`)} <> ${value}`,
    apply: async (trx, { workspaceId }, ids) => {
      await sql`update training_image set ${sql.ref(flag)} = ${value}, version = version + 1 where id = any(${ids}::uuid[])`.execute(
        trx,
      );
      // Update the entries of the search index (facets) that contain the flag.
      await syncFacets(trx, workspaceId, listFlagSyncs(ids, { [flag]: value }));
    },
  };
}

const isVerified = ({ userId }: PreparedChange) =>
  sql`exists (select from image_verification v where v.image_id = i.id and v.user_id = ${userId} and ${isByUser('v')})`;
const isWithdrawable = ({ userId }: PreparedChange) =>
  sql`exists (select from image_verification v where v.image_id = i.id and (v.user_id = ${userId} or not ${isByUser('v')}))`;
const hasLabel = ({ label }: PreparedChange) =>
  sql`exists (select from image_label l where l.image_id = i.id and l.label_id = ${label?.id})`;
const isInJob = ({ job }: PreparedChange) =>
  sql`exists (select from job_item t where t.image_id = i.id and t.job_id = ${job?.id})`;
const isStarted = ({ job }: PreparedChange) =>
  sql`exists (select from job_item t join item_work w on w.item_id = t.id where t.image_id = i.id and t.job_id = ${job?.id})`;
const isInGroup = ({ group }: PreparedChange) =>
  sql`exists (select from group_image m where m.image_id = i.id and m.group_id = ${group?.id})`;

function requirePresent<T>(row: T | null): T {
  if (row === null) throw new Error('the contract requires the row of the change');
  return row;
}

const metaKind: ChangeKind = {
  affects: ({ body: { key = '', value } }) => {
    const isObject = sql`jsonb_typeof(i.meta_data) = 'object'`;
    if (value === undefined) return sql`${isObject} and jsonb_exists(i.meta_data, ${key})`;
    const isCurrent = sql`i.meta_data -> ${key}::text = ${JSON.stringify(value)}::jsonb`;
    const addedBytes = Buffer.byteLength(JSON.stringify({ [key]: value }));
    return sql`${isObject} and (${isCurrent}) is not true
      and octet_length(i.meta_data::text) + ${addedBytes}::int <= ${MAX_JSON_BYTES}`;
  },
  apply: async (trx, { body: { key = '', value }, userId }, ids) => {
    const metaData =
      value === undefined
        ? sql`meta_data - ${key}::text`
        : sql`meta_data || jsonb_build_object(${key}::text, ${JSON.stringify(value)}::jsonb)`;
    await sql`
      update training_image set version = version + 1, meta_changed_by = ${userId}, meta_data = ${metaData}
      where id = any(${ids}::uuid[])`.execute(trx);
  },
};

export const changeKinds: Readonly<Record<Exclude<ImageChange, 'delete'>, ChangeKind>> = {
  test: setFlag('test_image', true),
  train: setFlag('test_image', false),
  // The column `real` is the background of the image: REAL (true) or PRODUCT (false).
  real: setFlag('real', true),
  product: setFlag('real', false),
  verify: {
    service: 'annotate',
    // The user can verify an image again if the image has shapes or labels of a model that nobody has reviewed.
    affects: (change) => sql`(not ${isVerified(change)} or ${HAS_ANY_UNREVIEWED})`,
    apply: (trx, { workspaceId, userId }, ids) => verifyValidImages(trx, workspaceId, ids, userId),
  },
  'nothing-to-annotate': {
    service: 'annotate',
    affects: ({ userId }) => sql`not ${HAS_SHAPES} and not exists (
      select from image_verification v where v.image_id = i.id and v.user_id = ${userId} and v.nothing_to_annotate)`,
    apply: (trx, { workspaceId, userId }, ids) => stateNothingToAnnotate(trx, workspaceId, ids, userId),
  },
  withdraw: {
    service: 'annotate',
    affects: isWithdrawable,
    apply: (trx, { workspaceId, userId }, ids) => withdrawVerifications(trx, workspaceId, ids, userId),
  },
  'add-label': {
    service: 'recognition',
    // Skip images with a label that excludes the new label, such as another category of the same task.
    affects: (change) => sql`not ${hasLabel(change)} and not ${isLabelExcluded(requirePresent(change.label).id)}`,
    apply: (trx, { workspaceId, label }, ids) => addLabel(trx, workspaceId, requirePresent(label), ids),
  },
  'remove-label': {
    service: 'recognition',
    affects: hasLabel,
    apply: async (trx, { workspaceId, label }, ids) => {
      const refs = [requirePresent(label).id];
      await sql`delete from image_label where image_id = any(${ids}::uuid[]) and label_id = any(${refs}::uuid[])`.execute(trx);
      await syncFacets(trx, workspaceId, [{ target: 'image', ids, kinds: ['image.label'], refs }]);
    },
  },
  'add-to-job': {
    service: 'annotate',
    affects: (change) => sql`not ${isInJob(change)}`,
    apply: (trx, { job }, ids) => insertItems(trx, requirePresent(job), ids),
  },
  'remove-from-job': {
    service: 'annotate',
    // With this lock, a user who starts an item at the same time either finishes before the check or waits until the item is removed.
    lock: (trx, { job }, ids) =>
      sql`select from job_item where job_id = ${job?.id} and image_id = any(${ids}::uuid[]) order by id for update`.execute(trx),
    affects: (change) => sql`${isInJob(change)} ${change.body.keep_started ? sql`and not ${isStarted(change)}` : sql``}`,
    apply: (trx, { job }, ids) => deleteItems(trx, requirePresent(job), ids),
  },
  'add-to-group': {
    service: 'custom-similarity',
    affects: (change) => sql`not ${isInGroup(change)}`,
    apply: async (trx, { scope, group }, ids) => void (await addMembers(trx, scope, requirePresent(group), 'image', ids)),
  },
  'remove-from-group': {
    service: 'custom-similarity',
    affects: isInGroup,
    apply: async (trx, { scope, group }, ids) => void (await removeMembers(trx, scope, requirePresent(group), 'image', ids)),
  },
  'set-meta': metaKind,
};

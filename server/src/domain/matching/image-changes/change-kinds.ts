import type { ImageChange, ImageChangeBody, PreviousImageValue, ServiceSlug } from '@console/shared-contract/api';
import { MAX_JSON_BYTES } from '@console/shared-contract/limits';
import { sql, type RawBuilder } from 'kysely';
import { syncFacets } from '../../../data-access/facets';
import type { Scope, ScopedRow } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { deleteItems, insertItems, type JobRow } from '../../annotation/jobs/items';
import { listFlagSyncs } from '../../recognition/images/write';
import { verifyImages, withdrawVerifications } from '../../recognition/images/verify';
import { addMembers, removeMembers, type GroupRecord } from '../../similarity/groups/members';
import { isLabelExcluded, restoreOrAddLabel } from './label-changes';

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

/** Conditions and statements may refer to the image as `i`. */
interface ChangeKind {
  /** The service that the call for a single image needs. */
  service?: ServiceSlug;
  /** Locks further rows of locked images that the condition below depends on. */
  lock?: (trx: Db, change: PreparedChange, ids: readonly string[]) => Promise<unknown>;
  /** SQL condition of the images that the change affects. */
  affects: (change: PreparedChange) => RawBuilder<unknown>;
  /** Changes locked images that the change affects. Returns previous values if the undo needs them. */
  apply: (trx: Db, change: PreparedChange, ids: readonly string[]) => Promise<PreviousImageValue[] | void>;
}

function setFlag(flag: 'test_image' | 'real', value: boolean): ChangeKind {
  return {
    affects: () => sql`${sql.ref(`i.${flag}`)} <> ${value}`,
    apply: async (trx, { workspaceId }, ids) => {
      await sql`update training_image set ${sql.ref(flag)} = ${value}, version = version + 1 where id = any(${ids}::uuid[])`.execute(
        trx,
      );
      await syncFacets(trx, workspaceId, listFlagSyncs(ids));
    },
  };
}

const isVerified = ({ userId }: PreparedChange) =>
  sql`exists (select from image_verification v where v.image_id = i.id and v.user_id = ${userId})`;
const hasLabel = ({ label }: PreparedChange) =>
  sql`exists (select from image_label l where l.image_id = i.id and l.label_id = ${label?.id})`;
const isInJob = ({ job }: PreparedChange) =>
  sql`exists (select from job_item t where t.image_id = i.id and t.job_id = ${job?.id})`;
const isStarted = ({ job }: PreparedChange) =>
  sql`exists (select from job_item t join item_work w on w.item_id = t.id where t.image_id = i.id and t.job_id = ${job?.id})`;
const isInGroup = ({ group }: PreparedChange) =>
  sql`exists (select from group_image m where m.image_id = i.id and m.group_id = ${group?.id})`;

function require<T>(row: T | null): T {
  if (row === null) throw new Error('the contract requires the row of the change');
  return row;
}

/** SQL rows `image_id, value, missing` of values to write. */
const toValueRows = (values: readonly PreviousImageValue[]) => sql`
  select image_id, value, coalesce(missing, false) as missing
  from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(value jsonb, missing boolean, images uuid[]), unnest(images) as image_id`;
/** SQL value: the meta data of image `i` with the value of row `b`. */
const toMetaData = (key: string) => sql`
  case when b.missing then i.meta_data - ${key}::text else i.meta_data || jsonb_build_object(${key}::text, coalesce(b.value, 'null')) end`;

const metaKind: ChangeKind = {
  affects: ({ body: { key = '', value, before } }) => {
    const current = sql`i.meta_data -> ${key}::text`;
    const isObject = sql`jsonb_typeof(i.meta_data) = 'object'`;
    const isCurrent = value === undefined ? sql`${current} is null` : sql`${current} = ${JSON.stringify(value)}::jsonb`;
    // An undo leaves values alone that somebody has changed since. The size applies because a call can send any values.
    if (before)
      return sql`${isObject} and ${isCurrent} and i.id not in (
        select i.id from (${toValueRows(before)}) b join training_image i on i.id = b.image_id
        where not b.missing and case when ${isObject} then octet_length((${toMetaData(key)})::text) > ${MAX_JSON_BYTES} end)`;
    const addedBytes = value === undefined ? 0 : Buffer.byteLength(JSON.stringify({ [key]: value }));
    const isDifferent = value === undefined ? sql`jsonb_exists(i.meta_data, ${key})` : sql`(${isCurrent}) is not true`;
    // The size also applies to the removal of a key, because an undo could not restore a larger value.
    return sql`${isObject} and ${isDifferent} and octet_length(i.meta_data::text) + ${addedBytes}::int <= ${MAX_JSON_BYTES}`;
  },
  apply: async (trx, { body: { key = '', value, before }, userId }, ids) => {
    const values = before ?? [{ value, missing: value === undefined, images: [...ids] }];
    const { rows } = await sql<PreviousImageValue>`
      select i.meta_data -> ${key}::text as value, not jsonb_exists(i.meta_data, ${key}) as missing, json_agg(i.id order by i.id) as images
      from training_image i where i.id = any(${ids}::uuid[]) group by 1, 2`.execute(trx);
    await sql`
      update training_image i set version = version + 1, meta_changed_by = ${userId}, meta_data = ${toMetaData(key)}
      from (${toValueRows(values)}) b where i.id = b.image_id and i.id = any(${ids}::uuid[])`.execute(trx);
    return rows.map((row) => (row.missing ? { missing: true, images: row.images } : { value: row.value, images: row.images }));
  },
};

export const changeKinds: Readonly<Record<Exclude<ImageChange, 'delete'>, ChangeKind>> = {
  test: setFlag('test_image', true),
  train: setFlag('test_image', false),
  real: setFlag('real', true),
  product: setFlag('real', false),
  verify: {
    service: 'annotate',
    affects: (change) => sql`not ${isVerified(change)}`,
    apply: (trx, { workspaceId, userId }, ids) => verifyImages(trx, workspaceId, ids, userId),
  },
  withdraw: {
    service: 'annotate',
    affects: isVerified,
    apply: (trx, { workspaceId, userId }, ids) => withdrawVerifications(trx, workspaceId, ids, userId),
  },
  'add-label': {
    service: 'recognition',
    affects: (change) => sql`not ${hasLabel(change)} and not ${isLabelExcluded(require(change.label).id)}`,
    apply: (trx, { workspaceId, label, body }, ids) => restoreOrAddLabel(trx, workspaceId, require(label), ids, body.before),
  },
  'remove-label': {
    service: 'recognition',
    affects: hasLabel,
    apply: async (trx, { workspaceId, label }, ids) => {
      const refs = [require(label).id];
      const { rows } = await sql<PreviousImageValue>`
        with deleted as (
          delete from image_label where image_id = any(${ids}::uuid[]) and label_id = any(${refs}::uuid[]) returning image_id, value
        ) select value, json_agg(image_id order by image_id) as images from deleted group by value`.execute(trx);
      await syncFacets(trx, workspaceId, [{ target: 'image', ids, kinds: ['image.label'], refs }]);
      return rows;
    },
  },
  'add-to-job': {
    service: 'annotate',
    affects: (change) => sql`not ${isInJob(change)}`,
    apply: (trx, { job }, ids) => insertItems(trx, require(job), ids),
  },
  'remove-from-job': {
    service: 'annotate',
    // A user who starts an item at the same time either finishes before the check or waits until the item is removed.
    lock: (trx, { job }, ids) =>
      sql`select from job_item where job_id = ${job?.id} and image_id = any(${ids}::uuid[]) order by id for update`.execute(trx),
    affects: (change) => sql`${isInJob(change)} ${change.body.keep_started ? sql`and not ${isStarted(change)}` : sql``}`,
    apply: (trx, { job }, ids) => deleteItems(trx, require(job), ids),
  },
  'add-to-group': {
    service: 'custom-similarity',
    affects: (change) => sql`not ${isInGroup(change)}`,
    apply: async (trx, { scope, group }, ids) => void (await addMembers(trx, scope, require(group), 'image', ids)),
  },
  'remove-from-group': {
    service: 'custom-similarity',
    affects: isInGroup,
    apply: async (trx, { scope, group }, ids) => void (await removeMembers(trx, scope, require(group), 'image', ids)),
  },
  'set-meta': metaKind,
};

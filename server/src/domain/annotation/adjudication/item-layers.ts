import type { Adjudication, DisputedItemDetails, ItemLayer, UserReference } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { selectRequiredUsers } from '../../../data-access/rows/required-users';
import { toIsoTimestamp } from '../../../data-access/rows/view';
import type { Db } from '../../../platform/database/connection';
import type { AnnotatorWork, MergeableLabel, MergeableShape } from '../../quality/merge/cluster-shapes';
import { mergeLayers, type MergedLayers } from '../../quality/merge/merge-layers';
import { createFieldError } from '../../../platform/errors';
import type { JobRow } from '../jobs/items/items';
import { messages as itemMessages } from '../jobs/items/messages';
import { describeShapes } from './describe-shapes';
import { loadTemplates } from '../../../data-access/shape-similarity/load-templates';

/** The layer of a user, that is, the user's own labels and shapes on an item, with the name of the user. */
type StoredLayer = AnnotatorWork & { reference: UserReference; taken: string };

/** An item with the layers of all its users, merged. */
export interface MergedItem {
  id: string;
  image: string;
  /** Whether all required users have done the item. */
  isDone: boolean;
  /** A hash that changes with each layer and each decision, to detect stale decisions. */
  version: string;
  layers: readonly StoredLayer[];
  merged: MergedLayers;
  decision: Adjudication | null;
}

interface ItemRow {
  id: string;
  image: string;
  isDone: boolean;
  img_width: number;
  img_height: number;
  version: string;
  layers: (StoredLayer & { layer_shapes: MergeableShape[] | null; layer_labels: MergeableLabel[] | null })[];
  decision: Adjudication | null;
}

/** Two points mark the same object if their distance is below this ratio of the longer side of the image. */
const POINT_DISTANCE_RATIO = 0.01;
const MIN_POINT_DISTANCE = 5;

/** Reads items and merges the work of their users. Leaves out items without work. */
export async function readMergedItems(db: Db, itemIds: readonly string[]): Promise<MergedItem[]> {
  const { rows } = await sql<ItemRow>`
    select i.id, t.id as image, t.img_width, t.img_height, i.done_count >= ${selectRequiredUsers()} as "isDone",
      md5(string_agg(s.user_id::text || extract(epoch from s.taken), ',' order by s.user_id)
        || coalesce(extract(epoch from min(a.created))::text, '')) as version,
      jsonb_agg(jsonb_build_object('user', s.user_id, 'labels', s.labels, 'shapes', s.shapes, 'taken', ${toIsoTimestamp('s.taken')},
        'layer_shapes', y.shapes, 'layer_labels', y.labels,
        'reference', jsonb_build_object('id', u.id, 'username', u.username)) order by s.taken, u.id) as layers,
      (select jsonb_build_object('created', ${toIsoTimestamp('d.created')}, 'from_users', d.from_users,
          'from_proposal', d.from_proposal, 'edited', d.edited,
          'user', case when r.id is not null then jsonb_build_object('id', r.id, 'username', r.username) end)
        from item_adjudication d left join app_user r on r.id = d.user_id where d.item_id = i.id) as decision
    from job_item i join annotation_job j on j.id = i.job_id join training_image t on t.id = i.image_id join item_snapshot s on s.item_id = i.id
      join app_user u on u.id = s.user_id left join item_layer y on y.item_id = s.item_id and y.user_id = s.user_id
      left join item_adjudication a on a.item_id = i.id
    where i.id = any(${itemIds}::uuid[]) group by i.id, j.id, t.id order by i.position`.execute(db);
  const templates = await loadTemplates(
    db,
    rows.flatMap(({ layers }) => layers.flatMap(({ shapes }) => shapes)),
  );
  return rows.map(({ img_width, img_height, ...row }) => {
    const layers = row.layers.map(({ layer_shapes: shapes, layer_labels: labels, ...layer }) => ({
      ...layer,
      shapes: describeShapes(layer.shapes, shapes ?? []),
      labels: layer.labels.map((label) => ({ ...labels?.find((layerLabel) => layerLabel.label === label.label), ...label })),
    }));
    const pointDistance = Math.max(MIN_POINT_DISTANCE, POINT_DISTANCE_RATIO * Math.max(img_width, img_height));
    return { ...row, layers, merged: mergeLayers(layers, { templates, pointDistance }) };
  });
}

interface NamedLabel {
  name: string;
  color: string | null;
}
/** Names and colours of existing labels by id. */
export type LabelNames = ReadonlyMap<string, NamedLabel>;

/** Reads the current names and colours of all labels of these items. Leaves out deleted labels. */
export async function readLabelNames(db: Db, items: readonly MergedItem[]): Promise<LabelNames> {
  const layers = items.flatMap((item) => item.layers);
  const shapes = layers.flatMap((layer) => layer.shapes);
  const imageLabels = [...layers, ...shapes].flatMap(({ labels }) => labels.map(({ label }) => label));
  const ids = [...new Set([...imageLabels, ...shapes.flatMap(({ label }) => label ?? [])])];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NamedLabel & { id: string }>`
    select id, name, null as color from recognition_label where id = any(${ids}::uuid[])
    union all select id, name, color from detection_label where id = any(${ids}::uuid[])
    union all select id, name, color from segmentation_label where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...label }) => [id, label]));
}

/** Converts an item to the format of the API. */
function toItemDetails({ image, version, layers, merged, decision }: MergedItem, names: LabelNames): DisputedItemDetails {
  const toLabels = (labels: readonly MergeableLabel[]) =>
    labels.map(({ label, value }) => ({ label, value, name: names.get(label)?.name ?? null }));
  const toShape = (shape: MergeableShape): ItemLayer['shapes'][number] => {
    const label = names.get(shape.label ?? '');
    const { kind, data, rotated_box, mask, attributes } = shape;
    return {
      kind,
      label: shape.label,
      name: label?.name ?? shape.name ?? null,
      color: label?.color ?? null,
      data: [...data],
      rotated_box: rotated_box ? [...rotated_box] : null,
      mask,
      attributes,
      labels: toLabels(shape.labels),
    };
  };
  return {
    image,
    version,
    decision,
    layers: layers.map(({ reference, taken, labels, shapes }) => ({
      user: reference,
      taken,
      labels: toLabels(labels),
      shapes: shapes.map(toShape),
    })),
    clusters: merged.clusters.map(({ members, voteShare, similarity, state, isLabelTied, proposal }) => ({
      members: members.map((member) => ({ user: member.user, shape: member.index, similarity: member.similarity })),
      vote_share: voteShare,
      similarity,
      state,
      is_label_tied: isLabelTied,
      proposal: toShape(proposal),
    })),
    labels: merged.labels.map(({ label, users, state, value }) => ({
      label,
      name: names.get(label)?.name ?? null,
      users: [...users],
      state,
      value,
    })),
  };
}

/** Returns the image of a job with the work of its users; null if no user has done the image. */
export async function findItem(db: Db, job: Pick<JobRow, 'id'>, imageId: string): Promise<MergedItem | null> {
  const jobItem = await db
    .selectFrom('job_item')
    .select('id')
    .where('job_id', '=', job.id)
    .where('image_id', '=', imageId)
    .executeTakeFirst();
  if (!jobItem) throw createFieldError('image', itemMessages.notInJob);
  return (await readMergedItems(db, [jobItem.id]))[0] ?? null;
}

/** Reads the names of an item's labels and returns the item in the format of the API. */
export const readItemDetails = async (db: Db, item: MergedItem): Promise<DisputedItemDetails> =>
  toItemDetails(item, await readLabelNames(db, [item]));

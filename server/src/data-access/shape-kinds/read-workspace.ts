import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { groupByKey } from '../rows/group-by-key';
import { selectRequiredUsers } from '../rows/required-users';
import type { AnyShapeKind } from '../shapes/define-kind';
import type { ImageRecord, ShapeRecords } from './image-record';
import { SHAPE_KINDS } from './registry';

/** Maximum depth of nested sets in an export. */
const MAX_SET_DEPTH = 20;
/** SQL of the ancestors of a set `s`, nearest first. */
const PARENT_SETS = sql`coalesce((
  with recursive above (id, name, year, parent_id, height) as (
    select a.id, a.name, a.year, a.parent_id, 1 from product_set a where a.id = s.parent_id
    union all select a.id, a.name, a.year, a.parent_id, b.height + 1 from above b join product_set a on a.id = b.parent_id where b.height < ${sql.lit(MAX_SET_DEPTH)})
  select jsonb_agg(jsonb_build_object('name', a.name, 'year', a.year) order by a.height) from above a), '[]')`;

const PRICES_QUERY = sql`coalesce((
  select jsonb_agg(jsonb_build_object('price', r.price::text, 'currency', r.currency, 'date', r.date_of_creation, 'source', o.name,
    'grade_company', g.name, 'item_link', r.item_link, 'img_link', r.img_link) order by r.date_of_creation, r.id)
  from price r left join price_source o on o.id = r.source_id left join grade_company g on g.id = r.grade_company_id
  where r.product_id = p.id), '[]')`;

/**
 * SQL of the jobs with an item `t` that meets the condition. Gold-standard items are omitted: their result is known and only measures the
 * users' accuracy.
 */
export const selectItemJobs = (isItem: RawBuilder<unknown>) => sql`coalesce((
      select json_agg(json_build_object('id', j.id, 'name', j.name, 'done', t.done_count >= ${selectRequiredUsers('t')}
          and (not j.blind or t.adopted is not null or j.type <> 'image'), 'count', t.done_count, 'by', coalesce((
          select json_agg(json_build_object('email', u.email, 'done', w.done_at, 'seconds', w.seconds) order by w.done_at, u.email)
          from item_work w join app_user u on u.id = w.user_id where w.item_id = t.id and w.done_at is not null), '[]')) order by lower(j.name), j.id)
      from job_item t join annotation_job j on j.id = t.job_id where ${isItem} and t.gold_id is null), '[]')`;

/** SQL expressions for an image `i`: its verifications, groups and jobs, and the products that show crops of it. */
export const IMAGE_DETAILS = {
  verifiedBy: sql`coalesce((
        select json_agg(json_strip_nulls(json_build_object('email', u.email, 'created', v.created,
          'nothing_to_annotate', case when v.nothing_to_annotate then true end, 'by_model', case when v.model_id is not null then true end)) order by v.created, u.email)
        from image_verification v join app_user u on u.id = v.user_id where v.image_id = i.id), '[]')`,
  groups: sql`coalesce((
        select json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name), g.id)
        from group_image m join similarity_group g on g.id = m.group_id where m.image_id = i.id), '[]')`,
  jobs: selectItemJobs(sql`t.image_id = i.id`),
  products: sql`coalesce((
        select json_agg(distinct jsonb_build_object('id', p.id, 'name', p.name, 'customer_product_id', p.customer_product_id,
          'object', c.meta_data ->> 'object', 'verified', p.verified, 'meta_data', p.meta_data,
          'collection', case when l.id is not null then jsonb_build_object('name', l.name, 'type', l.type) end,
          'set', case when s.id is not null then jsonb_build_object('name', s.name, 'year', s.year, 'above', ${PARENT_SETS}) end,
          'prices', ${PRICES_QUERY}))
        from product_image c join product p on p.id = c.product_id
          left join product_collection l on l.id = p.collection_id left join product_set s on s.id = p.product_set_id
        where c.meta_data ->> 'image' = i.id::text and c.meta_data ->> 'object' is not null and c.workspace_id = i.workspace_id), '[]')`,
};

/** An image without its shapes, and their number. */
type ImageHead = Omit<ImageRecord, keyof ShapeRecords> & { shapes: number };

/** Rows read once for all images of a workspace. A subquery for each image would take most of the time of an export. */
interface SharedRows {
  /** Recognition labels by id, in the order in which an image lists them. */
  labels: ReadonlyMap<string, { name: string; rank: number }>;
  /**
   * Whether products show crops of images. If none does, the subqueries about crops are omitted, because planning them for each batch takes
   * time.
   */
  hasCrops: boolean;
}

const countShapes = sql.join(
  SHAPE_KINDS.map(({ table }) => sql`(select count(*) from ${sql.table(table)} s where s.image_id = i.id)`),
  sql` + `,
);

const IMAGE_BATCH_SIZE = 200;
/** Maximum number of shapes of a batch. One image may have thousands of shapes. */
const MAX_SHAPES_PER_BATCH = 5_000;

/**
 * Reads all images of a workspace with labels and shapes, ordered by upload, from a snapshot of the time the read started. Later
 * writes are not seen. Keeps some thousands of shapes in memory, and a database connection until the generator finishes.
 *
 * `listSeqsAfter` selects images: it returns the next sequence numbers (`seq`, the order of creation) after a given one.
 * `readAdditional` reads more data about a batch of images from the same snapshot before they are yielded.
 */
export async function* readWorkspace(
  db: Db,
  workspaceId: string,
  listSeqsAfter: (snapshot: Db, after: number) => Promise<readonly number[]> = async (snapshot, after) => {
    const { rows } = await sql<{ seq: number }>`
      select seq from training_image where workspace_id = ${workspaceId} and seq > ${after} order by seq limit ${IMAGE_BATCH_SIZE}`.execute(
      snapshot,
    );
    return rows.map(({ seq }) => seq);
  },
  readAdditional: (snapshot: Db, images: readonly ImageRecord[]) => Promise<void> = async () => undefined,
): AsyncGenerator<ImageRecord> {
  const snapshot = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    const sharedRows = await readSharedRows(snapshot, workspaceId);
    for (let lastSeq = -1; ;) {
      const seqs = await listSeqsAfter(snapshot, lastSeq);
      const lastBatchSeq = seqs.at(-1);
      if (lastBatchSeq === undefined) return;
      for (let batchStart = 0; batchStart < seqs.length; batchStart += IMAGE_BATCH_SIZE) {
        const batchHeads = await readHeads(
          snapshot,
          workspaceId,
          sharedRows,
          seqs.slice(batchStart, batchStart + IMAGE_BATCH_SIZE),
        );
        for (const batch of groupByShapeCount(batchHeads)) {
          const images = await addShapes(snapshot, batch);
          await readAdditional(snapshot, images);
          yield* images;
        }
      }
      lastSeq = lastBatchSeq;
    }
  } finally {
    await snapshot.rollback().execute();
  }
}

async function readSharedRows(db: Db, workspaceId: string): Promise<SharedRows> {
  const { rows: labels } = await sql<{ id: string; name: string }>`
    select id, name from recognition_label where workspace_id = ${workspaceId} order by lower(name), id`.execute(db);
  const { rows: crops } = await sql`
    select from product_image where workspace_id = ${workspaceId} and meta_data ->> 'object' is not null limit 1`.execute(db);
  return { labels: new Map(labels.map(({ id, name }, rank) => [id, { name, rank }])), hasCrops: crops.length > 0 };
}

async function readHeads(
  db: Db,
  workspaceId: string,
  { labels, hasCrops }: SharedRows,
  seqs: readonly number[],
): Promise<ImageHead[]> {
  const { rows } = await sql<Omit<ImageHead, 'verifications' | 'labels'>>`
    select i.id, i.seq, i.img_key, i.display_key, i.mask_key, i.content_type, i.img_width, i.img_height, i.name, i.meta_data, i.content_hash, i.real, i.test_image, i.created,
      ${IMAGE_DETAILS.verifiedBy} as verified_by, ${IMAGE_DETAILS.groups} as groups, ${IMAGE_DETAILS.jobs} as jobs,
      ${hasCrops ? IMAGE_DETAILS.products : sql`'[]'::json`} as products, (${countShapes})::int as shapes
    from training_image i where i.workspace_id = ${workspaceId} and i.seq = any(${seqs}::int[]) order by i.seq`.execute(db);
  const { rows: labelRows } = await sql<{ image_id: string; label_id: string; value: number | null }>`
    select image_id, label_id, value from image_label where image_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db);
  const labelsByImage = groupByKey(labelRows, ({ image_id }) => image_id);
  return rows.map((row) => ({
    ...row,
    verifications: row.verified_by.length,
    labels: (labelsByImage.get(row.id) ?? [])
      .map(({ label_id: id, value }) => ({ id, value, ...labels.get(id)! }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ id, name, value }) => ({ id, name, value })),
  }));
}

/** Splits images into batches with at most `MAX_SHAPES_PER_BATCH` shapes each, but at least one image. */
function* groupByShapeCount(heads: readonly ImageHead[]): Generator<ImageHead[]> {
  let group: ImageHead[] = [];
  let shapeCount = 0;
  for (const head of heads) {
    if (group.length > 0 && shapeCount + head.shapes > MAX_SHAPES_PER_BATCH) {
      yield group;
      [group, shapeCount] = [[], 0];
    }
    group.push(head);
    shapeCount += head.shapes;
  }
  if (group.length > 0) yield group;
}

async function addShapes(db: Db, heads: readonly ImageHead[]): Promise<ImageRecord[]> {
  const ids = heads.filter((head) => head.shapes > 0).map((head) => head.id);
  const shapesByKind = new Map<string, ReadonlyMap<string, unknown[]>>();
  if (ids.length > 0) for (const kind of SHAPE_KINDS) shapesByKind.set(kind.plural, await readShapes(db, kind, ids));
  return heads.map(({ shapes: _, ...image }) => {
    const shapes = Object.fromEntries(SHAPE_KINDS.map(({ plural }) => [plural, shapesByKind.get(plural)?.get(image.id) ?? []]));
    return { ...image, ...(shapes as unknown as ShapeRecords) };
  });
}

/** Reads the records of the shapes of one kind by image. */
async function readShapes(db: Db, kind: AnyShapeKind, imageIds: readonly string[]): Promise<ReadonlyMap<string, unknown[]>> {
  const { table, label, fields, computedFields, order, related } = kind;
  const columns = ['id', 'image_id', 'data', ...computedFields, ...fields, 'created', 'version'];
  const selectedColumns = [
    ...columns.map((column) => sql.ref(`s.${column}`)),
    ...(label ? [sql`json_build_object('id', l.id, 'name', l.name) as ${sql.ref(label.field)}`] : []),
    ...Object.entries(related?.inRecord ?? {}).map(([name, rows]) => sql`${rows} as ${sql.ref(name)}`),
  ];
  const labels = label ? sql`join ${sql.table(label.table)} l on l.id = ${sql.ref(`s.${label.column}`)}` : sql``;
  const { rows } = await sql<{ image_id: string }>`
    select ${sql.join(selectedColumns)} from ${sql.table(table)} s ${labels}
    where s.image_id = any(${imageIds}::uuid[]) order by ${order}`.execute(db);
  return groupByKey(rows, ({ image_id }) => image_id);
}

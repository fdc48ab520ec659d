import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { DeclaredFacts } from '../../readers/reader/declared-facts';
import type { FileLocation } from '../../readers/reader/file-set';
import type { ImageFacts, ParsedShape } from '../../readers/reader/reader';

/**
 * What the files declare about an image except its shapes, as stored in its row. `groups` and `jobs` contain keys of rows in the
 * table `import_named` (declared groups and jobs).
 */
export type StoredImageFacts = Omit<ImageFacts, 'width' | 'height' | 'hash' | 'declared'> & { declared?: DeclaredFacts[] };

/** An image of an import that is to be applied: a row of `import_item` with its shapes. */
export interface BatchItem {
  /** Position of the image in the import. */
  n: number;
  path: string;
  source: FileLocation | null;
  hash: string | null;
  width: number | null;
  height: number | null;
  facts: StoredImageFacts | null;
  image_id: string | null;
  /** `here`: the workspace already has the image. */
  outcome: 'new' | 'here';
  reason: string | null;
  shapes: (ParsedShape & { n: number })[];
}

const MAX_BATCH_ITEMS = 150;
/** Maximum number of new images in a batch. It is lower than `MAX_BATCH_ITEMS`, because decoding takes memory and time. */
const MAX_BATCH_NEW_IMAGES = 24;
const MAX_BATCH_SHAPES = 1_000;

/** Reads as many images of an import, with their shapes, as one step can process. By default, reads images that are not done. */
export async function readNextBatch(
  db: Db,
  id: string,
  condition: RawBuilder<unknown> = sql`t.outcome in ('new', 'here') and not t.done`,
): Promise<BatchItem[]> {
  const { rows } = await sql<Omit<BatchItem, 'shapes'> & { count: number }>`
    select t.n, t.path, t.source, t.hash, t.width, t.height, t.facts, t.image_id, t.outcome, t.reason,
      (select count(*)::int from import_shape s where s.import_id = t.import_id and s.item = t.n) as count
    from import_item t where t.import_id = ${id} and ${condition} order by t.n limit ${MAX_BATCH_ITEMS}`.execute(db);
  const items = new Map<number, BatchItem>();
  let [shapeCount, newImageCount] = [0, 0];
  for (const { count, ...row } of rows) {
    shapeCount += count;
    newImageCount += row.outcome === 'new' ? 1 : 0;
    if (items.size > 0 && (shapeCount > MAX_BATCH_SHAPES || newImageCount > MAX_BATCH_NEW_IMAGES)) break;
    items.set(row.n, { ...row, shapes: [] });
  }
  if (items.size === 0) return [];
  const shapes = await sql<{
    item: number;
    n: number;
    kind: ParsedShape['kind'];
    class: string;
    data: Omit<ParsedShape, 'kind' | 'class'>;
  }>`
    select item, n, kind, class, data from import_shape where import_id = ${id} and item = any(${[...items.keys()]}::int[])
    order by item, n`.execute(db);
  for (const { item, n, kind, class: key, data } of shapes.rows) items.get(item)?.shapes.push({ n, kind, class: key, ...data });
  return [...items.values()];
}

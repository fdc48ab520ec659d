import type { LabelledShapeKind } from '@console/shared-contract/shape-kinds';
import { join } from 'node:path';
import type { LearnerRequest } from '@console/learner/protocol';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { FileStore } from '../../platform/files/store';
import { getResult, type LearnerClient } from '../learning/learner-client';
import { downloadFile, withRequestFolder } from '../learning/local-files';
import { readMemberEmbeddings, type EmbeddedItem } from './stored-embeddings';
import { SHAPE_KINDS } from '../../data-access/shape-kinds/registry';
import { isLabelledShapeKind, type SimilarItem } from './similar-items';
import { getEmbedder } from '../models/uploaded/embedding-model';
import { computeMeanEmbedding } from './embedding-math';

/** Dependencies for computing embeddings. */
export interface EmbeddingDeps {
  db: Db;
  files: FileStore;
  /** Folder of this server on the local disk, see `getLearningFolder`. */
  folder: string;
  send: LearnerClient['send'];
  version: number;
}

/** The image from which an item's embedding is computed, or the box in the image. */
interface EmbeddingSource {
  id: string;
  img_key: string;
  /** x1, y1, x2, y2; null for the complete image. */
  box: number[] | null;
}

type EmbedInput = Extract<LearnerRequest, { embed: unknown }>['embed']['images'][number];

/**
 * Computes the embeddings of items of one workspace. An embedding describes the complete image or the box around a shape. The embedding
 * of a group is the mean of its members' embeddings. Deleted items are omitted. The embedding of an unreadable image is null.
 */
export async function computeEmbeddings(deps: EmbeddingDeps, items: readonly SimilarItem[]): Promise<EmbeddedItem[]> {
  const groups = items.filter(({ kind }) => kind === 'group');
  const sources = await readSources(deps.db, items);
  const [{ workspaceId } = { workspaceId: '' }] = items;
  const embeddings = await embedSources(deps, workspaceId, [...sources.values()]);
  const embedded = items.flatMap((item) => {
    const embedded = embeddings.get(item.id);
    return item.kind !== 'group' && embedded ? [{ ...item, ...embedded }] : [];
  });
  const members = await readMemberEmbeddings(
    deps.db,
    groups.map(({ id }) => id),
    deps.version,
  );
  return [
    ...embedded,
    ...groups.map((group) => ({ ...group, embedding: computeMeanEmbedding(members.get(group.id) ?? []), thumbnail: null })),
  ];
}

/** Reads the image and box of each image and shape, by id. */
async function readSources(db: Db, items: readonly SimilarItem[]): Promise<Map<string, EmbeddingSource>> {
  const listIds = (kind: SimilarItem['kind']) => items.filter((item) => item.kind === kind).map(({ id }) => id);
  const shapes = SHAPE_KINDS.filter(({ name }) => isLabelledShapeKind(name)).map(
    ({ table, name, boxColumn }) => sql`
      select s.id, i.img_key, ${sql.ref(`s.${boxColumn}`)} from ${sql.table(table)} s join training_image i on i.id = s.image_id
      where s.id = any(${listIds(name as LabelledShapeKind)}::uuid[])`,
  );
  const { rows } = await sql<EmbeddingSource>`
    select id, img_key, null::int[] as box from training_image where id = any(${listIds('image')}::uuid[])
    union all ${sql.join(shapes, sql` union all `)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Computes embeddings and thumbnails by id; both are null if the image file is missing or unreadable. */
async function embedSources(
  deps: EmbeddingDeps,
  workspaceId: string,
  sources: readonly EmbeddingSource[],
): Promise<Map<string, Pick<EmbeddedItem, 'embedding' | 'thumbnail'>>> {
  const embeddings = new Map<string, Pick<EmbeddedItem, 'embedding' | 'thumbnail'>>();
  if (sources.length === 0) return embeddings;
  const { files, folder } = deps;
  const send = await getEmbedder(deps, workspaceId);
  return withRequestFolder(folder, async (requestFolder) => {
    const requests: { ids: string[]; image: EmbedInput }[] = [];
    for (const imageKey of new Set(sources.map(({ img_key }) => img_key))) {
      const file = join(requestFolder, imageKey);
      const itemsOfImage = sources.filter(({ img_key }) => img_key === imageKey);
      if (!(await downloadFile(files, imageKey, file))) {
        for (const { id } of itemsOfImage) embeddings.set(id, { embedding: null, thumbnail: null });
        continue;
      }
      const completeImageItems = itemsOfImage.filter(({ box }) => box === null);
      if (completeImageItems.length > 0) requests.push({ ids: completeImageItems.map(({ id }) => id), image: { file } });
      const itemsWithBox = itemsOfImage.filter(({ box }) => box !== null);
      if (itemsWithBox.length > 0)
        requests.push({ ids: itemsWithBox.map(({ id }) => id), image: { file, boxes: itemsWithBox.map(({ box }) => box!) } });
    }
    if (requests.length === 0) return embeddings;
    const images = requests.map(({ image }) => image);
    const results = getResult(await send({ embed: { images } }), 'embedded');
    for (const [position, { ids, image }] of requests.entries()) {
      const { embeddings: imageEmbeddings = [], thumbnail = null } = results[position] ?? {};
      for (const [index, id] of ids.entries())
        embeddings.set(id, { embedding: imageEmbeddings[image.boxes ? index : 0] ?? null, thumbnail });
    }
    return embeddings;
  });
}

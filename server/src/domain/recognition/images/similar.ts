import { MAX_SIMILAR_ITEMS, type LookAlikesResponse } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { hasSeq, getMatchBitmap, type FacetFilter } from '../../../data-access/facets';
import { route } from '../../../platform/http/route/route';
import { findDuplicates } from '../../../ml/duplicates/find-duplicates';
import { CANDIDATE_PARTS } from '../../../ml/duplicates/select-candidates';
import { getEmbeddingPart } from '../../../ml/similar-items/embedding-part';
import { createFinder, type Finder } from '../../../ml/similar-items/finder';
import { getSourceEmbedding, listExcludedIds, type Source } from '../../../ml/similar-items/source';
import type { SimilarDeps } from '../../../ml/similar-items/similar-items';
import { readThumbnails } from '../../../ml/similar-items/stored-embeddings';
import { readImages } from './queries';

interface SimilarPage {
  count: number;
  /** The most similar image first. */
  matches: { seq: number; likeness: number }[];
  /** Whether images are missing because the index is still being prepared, for example after a start of the server. */
  preparing?: boolean;
}

/** Returns a page of the images that are most similar to `source` and match a filter, most similar first. */
export async function searchSimilarImages(
  deps: SimilarDeps,
  source: Source,
  filter: FacetFilter,
  offset: number,
  limit: number,
): Promise<SimilarPage> {
  const { db } = deps;
  const emptyPage = { count: 0, matches: [] };
  if (!deps.config.findSimilar) return emptyPage;
  const { workspaceId } = filter;
  const finder = createFinder(deps);
  const target = await getSourceEmbedding(finder, source);
  if (!target) return emptyPage;
  const neighbours = await finder.findNearest(target, {
    workspaceId,
    kind: 'image',
    part: await getEmbeddingPart(db, workspaceId),
    count: MAX_SIMILAR_ITEMS,
    excludedIds: await listExcludedIds(db, source, 'image'),
  });
  const likenesses = new Map(neighbours.map(({ id, likeness }) => [id, likeness]));
  const isUnfiltered = filter.terms.length === 0 && filter.from === undefined && filter.to === undefined;
  const isMatched = isUnfiltered ? sql`true` : hasSeq(await getMatchBitmap(db, filter), 'i.seq');
  const { rows } = await sql<{ id: string; seq: number }>`
    select i.id, i.seq from training_image i join unnest(${neighbours.map(({ id }) => id)}::uuid[]) with ordinality n(id, position) using (id)
    where ${isMatched} order by n.position`.execute(db);
  const items = rows.slice(offset, offset + limit).map(({ id, seq }) => ({ seq, likeness: likenesses.get(id) ?? 0 }));
  return { count: rows.length, matches: items, ...(finder.hasUsedPartialIndex() && { preparing: true }) };
}

/** Maximum number of duplicates per image in a response. */
const MAX_DUPLICATES = 8;
/** For each part of the embedding, the number of most similar images that are compared with an uploaded image. */
const CANDIDATES_PER_PART = 32;

/** Binds the route that finds uploaded images that already exist in another size or format. */
export function bindDuplicatesRoute(app: FastifyInstance): void {
  route(
    app,
    'POST /recognition/v2/training-image/look-alikes',
    {
      prepare: async ({ body, db, scope, fileUrl }): Promise<LookAlikesResponse> => {
        const [firstImage = ''] = body.images;
        const { workspace_id: workspaceId } = await scope.findRow('training_image', firstImage, { entityName: 'Image' });
        await scope.requireSameWorkspace('training_image', body.images, workspaceId, { field: 'images', entityName: 'Image' });
        if (!app.deps.config.findSimilar) return { available: false, results: [], ready: { ready: 0, total: 0 } };
        const finder = createFinder(app.deps);
        const results = await findExistingCopies(finder, db, workspaceId, [...new Set(body.images)], fileUrl);
        const { image } = await finder.getReadiness(workspaceId, ['image']);
        return { available: true, results, ready: image ?? { ready: 0, total: 0 } };
      },
    },
    ({ prepared }) => Promise.resolve(prepared),
  );
}

async function findExistingCopies(
  finder: Finder,
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  fileUrl: (key: string) => string,
): Promise<LookAlikesResponse['results']> {
  const embeddings = await finder.getEmbeddings(ids.map((id) => ({ workspaceId, kind: 'image', id })));
  const duplicatePairs = await findDuplicates({
    images: [...embeddings.keys()],
    selectCandidates: async (id) => {
      const query = { workspaceId, kind: 'image' as const, count: CANDIDATES_PER_PART, excludedIds: new Set([id]) };
      const candidates = new Set<string>();
      for (const part of CANDIDATE_PARTS)
        for (const neighbour of await finder.findNearest(embeddings.get(id)!, { ...query, part })) candidates.add(neighbour.id);
      return [...candidates];
    },
    readThumbnails: (missing) => readThumbnails(db, missing),
  });
  const duplicatesById = new Map<string, { id: string; likeness: number }[]>();
  for (const { id, duplicate, score } of duplicatePairs) {
    const duplicates = duplicatesById.get(id) ?? [];
    if (duplicates.length < MAX_DUPLICATES) duplicatesById.set(id, [...duplicates, { id: duplicate, likeness: score }]);
  }
  const rows = await readImages(db, [...new Set([...duplicatesById.values()].flat().map(({ id }) => id))], fileUrl);
  return [...duplicatesById].map(([id, matches]) => ({
    id,
    like: matches.flatMap(({ id: otherId, likeness }) => {
      const image = rows.get(otherId);
      return image ? [{ likeness, image }] : [];
    }),
  }));
}

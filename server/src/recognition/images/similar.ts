import { MAX_SIMILAR_ITEMS, DUPLICATE_LIKENESS, type LookAlikesResponse } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { hasSeq, matchedBits, type FacetFilter } from '../../facets';
import { route } from '../../http/route';
import { likenessFor } from '../../similar/choice';
import { finderOf, type Finder } from '../../similar/find';
import { embeddingOf, withoutOwn, type Source } from '../../similar/source';
import type { SimilarDeps } from '../../similar/things';
import { readImages } from './queries';

export interface SimilarPage {
  count: number;
  /** In order, with how alike each is. */
  found: { seq: number; likeness: number }[];
}

/** What a filter matches of the images that look most like something, the nearest first. */
export async function similarImages(
  deps: SimilarDeps,
  source: Source,
  filter: FacetFilter,
  offset: number,
  limit: number,
): Promise<SimilarPage> {
  const { db } = deps;
  const nothing = { count: 0, found: [] };
  if (!deps.config.findSimilar) return nothing;
  const { workspaceId } = filter;
  const finder = finderOf(deps);
  const to = await embeddingOf(finder, db, source);
  if (!to) return nothing;
  const near = await finder.nearest(to, {
    workspaceId,
    kind: 'image',
    by: await likenessFor(db, workspaceId),
    count: MAX_SIMILAR_ITEMS,
    without: await withoutOwn(db, source, 'image'),
  });
  const likenesses = new Map(near.map(({ id, likeness }) => [id, likeness]));
  const isAll = filter.terms.length === 0 && filter.from === undefined && filter.to === undefined;
  const isMatched = isAll ? sql`true` : hasSeq(await matchedBits(db, filter), 'i.seq');
  const { rows } = await sql<{ id: string; seq: number }>`
    select i.id, i.seq from training_image i join unnest(${near.map(({ id }) => id)}::uuid[]) with ordinality n(id, place) using (id)
    where ${isMatched} order by n.place`.execute(db);
  const found = rows.slice(offset, offset + limit).map(({ id, seq }) => ({ seq, likeness: likenesses.get(id) ?? 0 }));
  return { count: rows.length, found };
}

/** Pictures of the same thing that a call names at most for each image. */
const MOST_LIKE = 8;

/** Which images are there already in another form. */
export function lookAlikeRoute(app: FastifyInstance): void {
  route(
    app,
    'POST /recognition/v2/training-image/look-alikes',
    {
      prepare: async ({ body, db, scope, fileUrl }): Promise<LookAlikesResponse> => {
        const [first = ''] = body.images;
        const { workspace_id: workspaceId } = await scope.findRow('training_image', first, { what: 'Image' });
        await scope.requireSameWorkspace('training_image', body.images, workspaceId, { field: 'images', what: 'Image' });
        if (!app.deps.config.findSimilar) return { available: false, results: [], ready: { ready: 0, total: 0 } };
        const finder = finderOf(app.deps);
        const results = await lookAlikes(finder, db, workspaceId, [...new Set(body.images)], fileUrl);
        const { image } = await finder.readiness(workspaceId, ['image']);
        return { available: true, results, ready: image ?? { ready: 0, total: 0 } };
      },
    },
    ({ prepared }) => Promise.resolve(prepared),
  );
}

async function lookAlikes(
  finder: Finder,
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  fileUrl: (key: string) => string,
): Promise<LookAlikesResponse['results']> {
  const embeddings = await finder.embeddingsOf(ids.map((id) => ({ workspaceId, kind: 'image', id })));
  const found = new Map<string, { id: string; likeness: number }[]>();
  for (const [id, embedding] of embeddings) {
    const near = await finder.nearest(embedding, {
      workspaceId,
      kind: 'image',
      by: 'both',
      count: MOST_LIKE,
      without: new Set([id]),
    });
    const same = near.filter(({ likeness }) => likeness >= DUPLICATE_LIKENESS);
    if (same.length > 0) found.set(id, same);
  }
  const rows = await readImages(db, [...new Set([...found.values()].flat().map(({ id }) => id))], fileUrl);
  return [...found].map(([id, like]) => ({
    id,
    like: like.flatMap(({ id: other, likeness }) => {
      const image = rows.get(other);
      return image ? [{ likeness, image }] : [];
    }),
  }));
}

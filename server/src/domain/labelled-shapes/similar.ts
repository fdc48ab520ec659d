import type { SimilarResponse, SimilarQuery } from '@console/shared-contract/api';
import { LABELLED_SHAPE_KINDS, SIMILAR_CALLS, SIMILAR_KINDS, type SimilarKind } from '@console/shared-contract/shape-kinds';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Scope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { readObjects } from '../detection/objects/queries';
import { HttpError } from '../../platform/errors';
import { route } from '../../platform/http/route/route';
import { readImages } from '../recognition/images/queries';
import { readMany } from '../../data-access/rows/view';
import { getEmbeddingPart } from '../../ml/similar-items/embedding-part';
import { createFinder, type Finder } from '../../ml/similar-items/finder';
import { getSourceEmbedding, findSource, getRequiredService, listExcludedIds, type Source } from '../../ml/similar-items/source';
import { readLabelledShapes } from './list';
import { groupListView, toGroupRow } from '../similarity/groups/queries';

type ParsedQuery = z.output<typeof SimilarQuery>;

/** Binds the routes that find similar images, shapes and groups. */
export function bindSimilarRoutes(app: FastifyInstance): void {
  for (const kind of SIMILAR_KINDS) {
    route(app, SIMILAR_CALLS[kind], async ({ params, query, db, scope, fileUrl }) => {
      const source = await findSource(scope, kind, params.id);
      const kinds = resolveKinds(scope, source, query.kinds);
      const emptyResult = { images: [], objects: [], shapes: [], groups: [] };
      if (!app.deps.config.findSimilar) return { available: false, by: query.by ?? 'both', ...emptyResult, ready: {} };
      const embeddingPart = query.by ?? (await getEmbeddingPart(db, source.workspaceId));
      const finder = createFinder(app.deps);
      const reader = new SimilarReader(
        db,
        fileUrl,
        await findSimilar(finder, db, source, { kinds, by: embeddingPart, count: query.count }),
      );
      return {
        available: true,
        by: embeddingPart,
        images: await reader.readImages(),
        objects: await reader.readObjects(),
        shapes: await reader.readShapes(source.workspaceId, query.count),
        groups: await reader.readGroups(),
        ready: await finder.getReadiness(source.workspaceId, kinds),
      };
    });
  }
}

/** Returns the requested kinds, by default all whose service the workspace has. Throws 403 for a requested kind without its service. */
function resolveKinds(scope: Scope, { workspaceId }: Source, requestedKinds: readonly SimilarKind[] | undefined): SimilarKind[] {
  const requireService = (kind: SimilarKind) => {
    scope.requireWorkspace(workspaceId, getRequiredService(kind));
    return true;
  };
  if (requestedKinds) return [...new Set(requestedKinds)].filter(requireService);
  return SIMILAR_KINDS.filter((kind) => {
    try {
      return requireService(kind);
    } catch (error) {
      if (error instanceof HttpError && error.status === 403) return false;
      throw error;
    }
  });
}

type SimilarIds = Partial<Record<SimilarKind, { id: string; likeness: number }[]>>;

async function findSimilar(
  finder: Finder,
  db: Db,
  source: Source,
  { kinds, by: embeddingPart, count }: Pick<ParsedQuery, 'count'> & { kinds: readonly SimilarKind[]; by: SimilarResponse['by'] },
): Promise<SimilarIds> {
  const embedding = await getSourceEmbedding(finder, source);
  const similarIds: SimilarIds = {};
  if (!embedding) return similarIds;
  for (const kind of kinds) {
    const excludedIds = await listExcludedIds(db, source, kind);
    similarIds[kind] = await finder.findNearest(embedding, {
      workspaceId: source.workspaceId,
      kind,
      part: embeddingPart,
      count,
      excludedIds,
    });
  }
  return similarIds;
}

/** Reads the rows of similar items, most similar first. Rows deleted meanwhile are left out. */
class SimilarReader {
  constructor(
    private readonly db: Db,
    private readonly fileUrl: (key: string) => string,
    private readonly similarIds: SimilarIds,
  ) {}

  async readImages(): Promise<SimilarResponse['images']> {
    const rows = await readImages(this.db, this.listIds('image'), this.fileUrl);
    return this.joinRows('image', rows).map(({ likeness, row }) => ({ likeness, image: row }));
  }

  async readObjects(): Promise<SimilarResponse['objects']> {
    const rows = await readObjects(this.db, this.listIds('object'), this.fileUrl);
    return this.joinRows('object', rows).map(({ likeness, row }) => ({ likeness, object: row }));
  }

  /** Reads shapes other than objects, of all kinds together. */
  async readShapes(workspaceId: string, count: number): Promise<NonNullable<SimilarResponse['shapes']>> {
    const candidates = LABELLED_SHAPE_KINDS.flatMap((kind) => (kind === 'object' ? [] : (this.similarIds[kind] ?? [])));
    const nearest = candidates.sort((a, b) => b.likeness - a.likeness).slice(0, count);
    const rows = await readLabelledShapes(
      this.db,
      workspaceId,
      nearest.map(({ id }) => id),
      this.fileUrl,
    );
    return nearest.flatMap(({ id, likeness }) => {
      const shape = rows.get(id);
      return shape ? { likeness, shape } : [];
    });
  }

  async readGroups(): Promise<SimilarResponse['groups']> {
    const rows = await readMany(this.db, groupListView, this.listIds('group'));
    return this.joinRows('group', rows).map(({ likeness, row }) => ({ likeness, group: toGroupRow(row, this.fileUrl) }));
  }

  private listIds(kind: SimilarKind): string[] {
    return (this.similarIds[kind] ?? []).map(({ id }) => id);
  }

  private joinRows<Row>(kind: SimilarKind, rows: ReadonlyMap<string, Row>): { likeness: number; row: Row }[] {
    return (this.similarIds[kind] ?? []).flatMap(({ id, likeness }) => {
      const row = rows.get(id);
      return row === undefined ? [] : [{ likeness, row }];
    });
  }
}

import type { ApiCallKey, SimilarResponse, SimilarQuery } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Scope } from '../access/scope';
import type { Db } from '../database/connection';
import { readObjects } from '../detection/objects/queries';
import { HttpError } from '../errors';
import { route } from '../http/route';
import { readImages } from '../recognition/images/queries';
import { readMany } from '../rows/view';
import { likenessFor } from '../similar/choice';
import { finderOf, type Finder } from '../similar/find';
import { embeddingOf, findSource, serviceOf, SOURCE_KINDS, withoutOwn, type Source, type SourceKind } from '../similar/source';
import { KINDS, type SimilarKind } from '../similar/things';
import { groupListView, toGroupRow } from './groups/queries';

type Query = z.output<typeof SimilarQuery>;
const CALLS = {
  image: 'GET /recognition/v2/training-image/{id}/similar',
  object: 'GET /detection/v2/object/{id}/similar',
  polygon: 'GET /segmentation/v2/polygon/{id}/similar',
  group: 'GET /similarity/training/v2/group/{id}/similar',
} as const satisfies Record<SourceKind, ApiCallKey>;

/** Finding what looks alike. */
export function similarRoutes(app: FastifyInstance): void {
  for (const kind of SOURCE_KINDS) {
    route(app, CALLS[kind], async ({ params, query, db, scope, fileUrl }) => {
      const source = await findSource(scope, kind, params.id);
      const kinds = kindsFor(scope, source, query.kinds);
      const nothing = { images: [], objects: [], groups: [] };
      if (!app.deps.config.findSimilar) return { available: false, by: query.by ?? 'both', ...nothing, ready: {} };
      const by = query.by ?? (await likenessFor(db, source.workspaceId));
      const finder = finderOf(app.deps);
      const read = new Reading(db, fileUrl, await lookFor(finder, db, source, { kinds, by, count: query.count }));
      return {
        available: true,
        by,
        images: await read.images(),
        objects: await read.objects(),
        groups: await read.groups(),
        ready: await finder.readiness(source.workspaceId, kinds),
      };
    });
  }
}

/** Named kinds must be open to the workspace; of those not named it gets what is. */
function kindsFor(scope: Scope, { workspaceId }: Source, named: readonly SimilarKind[] | undefined): SimilarKind[] {
  const isOpen = (kind: SimilarKind) => {
    scope.requireWorkspace(workspaceId, serviceOf(kind));
    return true;
  };
  if (named) return [...new Set(named)].filter(isOpen);
  return KINDS.filter((kind) => {
    try {
      return isOpen(kind);
    } catch (error) {
      if (error instanceof HttpError && error.status === 403) return false;
      throw error;
    }
  });
}

type Found = Partial<Record<SimilarKind, { id: string; likeness: number }[]>>;

async function lookFor(
  finder: Finder,
  db: Db,
  source: Source,
  { kinds, by, count }: Pick<Query, 'count'> & { kinds: readonly SimilarKind[]; by: SimilarResponse['by'] },
): Promise<Found> {
  const to = await embeddingOf(finder, db, source);
  const found: Found = {};
  if (!to) return found;
  for (const kind of kinds) {
    const without = await withoutOwn(db, source, kind);
    found[kind] = await finder.nearest(to, { workspaceId: source.workspaceId, kind, by, count, without });
  }
  return found;
}

/** The rows of what was found, in its order; what was deleted meanwhile is left out. */
class Reading {
  constructor(
    private readonly db: Db,
    private readonly fileUrl: (key: string) => string,
    private readonly found: Found,
  ) {}

  async images(): Promise<SimilarResponse['images']> {
    const rows = await readImages(this.db, this.ids('image'), this.fileUrl);
    return this.inOrder('image', rows).map(({ likeness, row }) => ({ likeness, image: row }));
  }

  async objects(): Promise<SimilarResponse['objects']> {
    const rows = await readObjects(this.db, this.ids('object'), this.fileUrl);
    return this.inOrder('object', rows).map(({ likeness, row }) => ({ likeness, object: row }));
  }

  async groups(): Promise<SimilarResponse['groups']> {
    const rows = await readMany(this.db, groupListView, this.ids('group'));
    return this.inOrder('group', rows).map(({ likeness, row }) => ({ likeness, group: toGroupRow(row, this.fileUrl) }));
  }

  private ids(kind: SimilarKind): string[] {
    return (this.found[kind] ?? []).map(({ id }) => id);
  }

  private inOrder<Row>(kind: SimilarKind, rows: ReadonlyMap<string, Row>): { likeness: number; row: Row }[] {
    return (this.found[kind] ?? []).flatMap(({ id, likeness }) => {
      const row = rows.get(id);
      return row === undefined ? [] : [{ likeness, row }];
    });
  }
}

import {
  MAX_SIMILAR_SHAPES,
  type LabelledShape,
  type LabelledShapeQuery,
  type LabelledShapeSort,
} from '@console/shared-contract/api';
import { getImageFileName, type NamedImage } from '@console/shared-contract/image-file-name';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { toIsoTimestamp } from '../../data-access/rows/view';
import { getEmbeddingPart } from '../../ml/similar-items/embedding-part';
import { createFinder } from '../../ml/similar-items/finder';
import type { SimilarDeps } from '../../ml/similar-items/similar-items';
import { findSource, getSourceEmbedding } from '../../ml/similar-items/source';
import { selectSuspectShapes } from '../../ml/prediction-runs/queries';
import type { Scope } from '../../platform/access/scope';
import { createFieldError } from '../../platform/errors';
import type { Db } from '../../platform/database/connection';
import { toCropRegion } from './crop-region';
import { toCropPath } from './crop-route';
import { selectListedShapes, selectShapes, type ShapeSelection } from './selection';

type ListQuery = z.output<typeof LabelledShapeQuery>;

interface LabelledShapePage {
  total: number | null;
  next: string | null;
  shapes: LabelledShape[];
}

/** SQL of the number by which shapes `s` are sorted, highest first. */
const SORT_VALUES: Readonly<Record<Exclude<LabelledShapeSort, 'suspicion'>, RawBuilder<unknown>>> = {
  // Shapes without a score come last.
  confidence: sql`coalesce(-s.confidence, -2)`,
  newest: sql`extract(epoch from s.created)::float8`,
  oldest: sql`-extract(epoch from s.created)::float8`,
  largest: sql`((s.box[3] - s.box[1])::float8 * (s.box[4] - s.box[2]))`,
  smallest: sql`-((s.box[3] - s.box[1])::float8 * (s.box[4] - s.box[2]))`,
};

interface ShapeRow extends Omit<LabelledShape, 'image' | 'crop'>, NamedImage {
  sort_value: number;
  image_id: string;
  img_key: string;
  img_width: number;
  img_height: number;
  verified: boolean;
}

/** Reads the next page of the shapes that match a query, in the requested order. */
export async function listLabelledShapes(
  deps: SimilarDeps,
  scope: Scope,
  query: ListQuery,
  fileUrl: (key: string) => string,
): Promise<LabelledShapePage> {
  const { sort = 'newest', similar_to: similarTo, after, page_size: pageSize, workspace: _, ...filter } = query;
  const position = after === undefined ? null : parsePosition(after);
  const selection = await selectShapes(deps.db, scope, filter);
  if (!selection) return { total: 0, next: null, shapes: [] };
  const neighbours = similarTo === undefined ? null : await findSimilarShapes(deps, scope, similarTo, selection);
  const rows = await readShapeRows(deps.db, selection, { neighbours, sort, suspected: filter.suspected }, position, pageSize + 1);
  const page = rows.slice(0, pageSize);
  const lastShape = page.at(-1);
  return {
    total: position ? null : await countShapes(deps.db, selection, neighbours),
    next: lastShape && rows.length > page.length ? `${lastShape.sort_value} ${lastShape.id}` : null,
    shapes: page.map((row) => toLabelledShape(row, fileUrl)),
  };
}

interface ListPosition {
  value: number;
  id: string;
}

const POSITION_PATTERN = /^(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?) ([0-9a-f-]{36})$/;

function parsePosition(after: string): ListPosition {
  const [, value, id] = POSITION_PATTERN.exec(after) ?? [];
  if (value === undefined || id === undefined) throw createFieldError('after', 'must come from `next`');
  return { value: Number(value), id };
}

interface Neighbours {
  ids: readonly string[];
  similarities: readonly number[];
}

/** Finds the shapes of the selected kinds that look most like a given shape, which is also in the result. */
async function findSimilarShapes(deps: SimilarDeps, scope: Scope, id: string, selection: ShapeSelection): Promise<Neighbours> {
  const { workspaceId, kinds } = selection;
  const source = await findSource(scope, (await findKind(deps.db, workspaceId, id)) ?? 'object', id);
  const finder = createFinder(deps);
  const embedding = deps.config.findSimilar ? await getSourceEmbedding(finder, source) : null;
  if (!embedding || source.workspaceId !== workspaceId) return { ids: [], similarities: [] };
  const embeddingPart = await getEmbeddingPart(deps.db, workspaceId);
  const query = { workspaceId, part: embeddingPart, count: MAX_SIMILAR_SHAPES, excludedIds: new Set<string>() };
  const candidates = [];
  for (const kind of kinds) candidates.push(...(await finder.findNearest(embedding, { ...query, kind })));
  const nearest = candidates.sort((a, b) => b.likeness - a.likeness).slice(0, MAX_SIMILAR_SHAPES);
  return { ids: nearest.map((neighbour) => neighbour.id), similarities: nearest.map(({ likeness }) => likeness) };
}

async function findKind(db: Db, workspaceId: string, id: string): Promise<LabelledShape['kind'] | undefined> {
  const { shapes, matches } = selectListedShapes(workspaceId, [id]);
  const { rows } = await sql<Pick<LabelledShape, 'kind'>>`
    select s.kind from ${shapes} s join training_image i on i.id = s.image_id where ${matches}`.execute(db);
  return rows[0]?.kind;
}

/** Reads shapes of a workspace by id. Missing shapes are left out. */
export async function readLabelledShapes(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  fileUrl: (key: string) => string,
): Promise<Map<string, LabelledShape>> {
  if (ids.length === 0) return new Map();
  const options = { neighbours: null, sort: 'newest', suspected: undefined } as const;
  const rows = await readShapeRows(db, selectListedShapes(workspaceId, ids), options, null, ids.length);
  return new Map(rows.map((row) => [row.id, toLabelledShape(row, fileUrl)]));
}

const joinNeighbours = (neighbours: Neighbours | null) =>
  neighbours
    ? sql`join unnest(${neighbours.ids}::uuid[], ${neighbours.similarities}::float8[]) n(id, likeness) on n.id = s.id`
    : sql``;

async function readShapeRows(
  db: Db,
  { workspaceId, shapes, matches }: ShapeSelection,
  { neighbours, sort, suspected }: { neighbours: Neighbours | null; sort: LabelledShapeSort; suspected: boolean | undefined },
  position: ListPosition | null,
  limit: number,
): Promise<ShapeRow[]> {
  const needsSuspicion = sort === 'suspicion' || suspected === true;
  const sortValue = neighbours ? sql`n.likeness` : sort === 'suspicion' ? sql`coalesce(u.score, -1)::float8` : SORT_VALUES[sort];
  const { rows } = await sql<ShapeRow>`
    with suspicion as materialized (${needsSuspicion ? selectSuspectShapes(workspaceId) : sql`select null::uuid as shape_id, null::real as score where false`}),
    part as (
      select p.* from (
        select s.*, ${sortValue} as sort_value, u.score as suspicion, ${neighbours ? sql`n.likeness` : sql`null::float8`} as likeness
        from ${shapes} s join training_image i on i.id = s.image_id ${joinNeighbours(neighbours)}
          left join suspicion u on u.shape_id = s.id
        where ${matches}) p
      ${position ? sql`where p.sort_value < ${position.value} or (p.sort_value = ${position.value} and p.id > ${position.id}::uuid)` : sql``}
      order by p.sort_value desc, p.id limit ${limit})
    select s.id, s.kind, s.box, s.sort_value, s.suspicion, s.confidence, s.likeness, ${toIsoTimestamp('s.created')} as created,
      json_build_object('id', l.id, 'name', l.name, 'color', l.color) as label,
      case when c.id is not null then json_build_object('id', c.id, 'username', c.username) end as created_by,
      i.id as image_id, i.name, i.meta_data, i.img_key, i.img_width, i.img_height,
      exists (select from image_verification v where v.image_id = i.id) as verified
    from part s join training_image i on i.id = s.image_id left join app_user c on c.id = s.created_by
      join (select id, name, color from detection_label union all select id, name, color from segmentation_label) l on l.id = s.label_id
    order by s.sort_value desc, s.id`.execute(db);
  return rows;
}

async function countShapes(db: Db, { shapes, matches }: ShapeSelection, neighbours: Neighbours | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${shapes} s join training_image i on i.id = s.image_id ${joinNeighbours(neighbours)} where ${matches}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

function toLabelledShape(
  { sort_value: _, image_id, name, meta_data, img_key, img_width, img_height, verified, ...shape }: ShapeRow,
  fileUrl: (key: string) => string,
): LabelledShape {
  return {
    ...shape,
    image: { id: image_id, name: getImageFileName({ name, meta_data }) ?? null, verified },
    crop: fileUrl(toCropPath(img_key, toCropRegion(shape.box, { img_width, img_height }))),
  };
}

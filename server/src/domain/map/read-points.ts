import type { MapLabels, MapPoints } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { countMatches, getMatchBitmap, hasSeq, type FacetFilter } from '../../data-access/facets';
import { listDomainKinds } from '../../data-access/shape-kinds/registry';
import { enqueuePlacement } from '../../ml/map-layout/place-items';
import { countUndescribed, isOnMap, readMapState, type MapKey } from '../../ml/map-layout/map-points';
import { PREDICT_IMAGES } from '../../ml/prediction-runs/kinds';
import { createSuspectFilter, suspectView } from '../../ml/prediction-runs/queries';
import type { Db } from '../../platform/database/connection';

/** A request for one page of points. `after` is the sequence number of the last point of the previous page. */
interface PointPage {
  after: number | undefined;
  size: number;
  labels: MapLabels | undefined;
}

interface PointRow {
  seq: number;
  id: string;
  x: number;
  y: number;
  verified: boolean;
  test: boolean;
  label_id: string | null;
  user_id: string | null;
  created: number;
  suspicion: number | null;
  uncertainty: number | null;
  correct: boolean | null;
  cluster: number | null;
}

const NO_POINTS = {
  next: null,
  ids: [],
  x: [],
  y: [],
  verified: [],
  test: [],
  label: [],
  user: [],
  created: [],
  suspicion: [],
  uncertainty: [],
  correct: [],
  cluster: [],
  labels: [],
  users: [],
};

/** The response of a server that does not compute embeddings. */
export const UNAVAILABLE: MapPoints = { available: false, ready: { ready: 0, total: 0 }, ...NO_POINTS };

/**
 * Reads the next page of the points of a map whose items match a filter. If items have no position on the map yet, queues a background task
 * that computes the positions.
 */
export async function readPoints(db: Db, key: MapKey, filter: FacetFilter | null, page: PointPage): Promise<MapPoints> {
  const { placed: placedCount, isOutdated } = await readMapState(db, key);
  if (isOutdated) await enqueuePlacement(db, key);
  const totalCount = await countMatches(db, { workspaceId: key.workspaceId, entity: key.kind, terms: [] });
  // Items without an embedding, such as unreadable images, never get a position.
  const placeableCount = placedCount < totalCount ? totalCount - (await countUndescribed(db, key)) : totalCount;
  const mapReadiness = { available: true, ready: { ready: Math.min(placedCount, placeableCount), total: placeableCount } };
  if (!filter) return { ...mapReadiness, ...NO_POINTS };
  const rows = await readPointRows(db, key, filter, page);
  const labels = await readNames(
    db,
    LABEL_TABLES[page.labels ?? 'detection'],
    rows.map(({ label_id }) => label_id),
  );
  const users = await readUsers(
    db,
    rows.map(({ user_id }) => user_id),
  );
  const toPosition = (listedRows: readonly { id: string }[]) => {
    const positions = new Map(listedRows.map(({ id }, position) => [id, position]));
    return (id: string | null) => (id === null ? null : (positions.get(id) ?? null));
  };
  const [toLabel, toUser] = [toPosition(labels), toPosition(users)];
  return {
    ...mapReadiness,
    next: rows.length === page.size ? rows.at(-1)!.seq : null,
    ids: rows.map(({ id }) => id),
    x: rows.map(({ x }) => roundTo(x, 5)),
    y: rows.map(({ y }) => roundTo(y, 5)),
    verified: rows.map(({ verified }) => Number(verified)),
    test: rows.map(({ test }) => Number(test)),
    label: rows.map(({ label_id: id }) => toLabel(id)),
    user: rows.map(({ user_id: id }) => toUser(id)),
    created: rows.map(({ created }) => created),
    suspicion: rows.map(({ suspicion }) => suspicion && roundTo(suspicion)),
    uncertainty: rows.map(({ uncertainty }) => uncertainty && roundTo(uncertainty)),
    correct: rows.map(({ correct }) => (correct === null ? null : Number(correct))),
    cluster: rows.map(({ cluster }) => cluster),
    labels,
    users,
  };
}

/** Rounds a number to a few digits, so that the response is small. */
const roundTo = (value: number, digits = 4): number => Math.round(value * 10 ** digits) / 10 ** digits;

async function readPointRows(db: Db, key: MapKey, filter: FacetFilter, { after, size, labels }: PointPage): Promise<PointRow[]> {
  const isImage = key.kind === 'image';
  const isUnfiltered = filter.terms.length === 0 && filter.from === undefined && filter.to === undefined;
  const matches = isUnfiltered ? sql`true` : hasSeq(await getMatchBitmap(db, filter), 't.seq');
  const items = sql.table(isImage ? 'training_image' : 'detection_object');
  // The page is selected first, so that the other columns are only read for its rows.
  const { rows } = await sql<PointRow>`
    with page as materialized (
      select t.seq, t.id, p.x, p.y, p.cluster, ${isImage ? sql`t.id` : sql`t.image_id`} as image_id, t.created, ${isImage ? sql`null::uuid` : sql`t.created_by`} as creator,
        ${isImage ? sql`null::uuid` : sql`t.detection_label_id`} as label_id
      from ${items} t join map_point p on p.id = t.id and ${isOnMap(key, 'p')}
      where t.workspace_id = ${key.workspaceId} and t.seq > ${after ?? -1} and ${matches} order by t.seq limit ${size}),
    suspected as (
      select s.${isImage ? sql`image_id` : sql`shape_id`} as id, max(s.sureness) as score from ${suspectView.from}
      where s.workspace_id = ${key.workspaceId} and s.image_id in (select image_id from page)
        and ${sql.join(createSuspectFilter('open'), sql` and `)} group by 1),
    predicted as (
      select p.image_id, max(p.uncertainty) as uncertainty, bool_or(
          -- Other work, such as pre-labelling, predicts without a comparison with the annotations.
          w.kind = ${PREDICT_IMAGES} and ${isImage ? sql`true` : sql`r.detection_task_id is not null`}) as judged from image_prediction p
      join prediction_run r on r.id = p.run_id and r.model_id = p.model_id left join long_work w on w.id = r.work_id
      where p.image_id in (select image_id from page) group by 1)
    select g.seq, g.id, g.x, g.y, g.cluster, extract(epoch from g.created)::int as created, i.test_image as test, v.user_id is not null as verified,
      ${isImage ? sql`case when v.model_id is null then v.user_id end` : sql`g.creator`} as user_id, ${isImage ? selectFrequentLabel(labels) : sql`g.label_id`} as label_id,
      d.score as suspicion, u.uncertainty, case when u.judged and v.user_id is not null and v.model_id is null then d.id is null end as correct
    from page g join training_image i on i.id = g.image_id left join suspected d on d.id = g.id left join predicted u on u.image_id = g.image_id
      left join lateral (select v.user_id, v.model_id from image_verification v where v.image_id = g.image_id order by v.created desc limit 1) v on true
    order by g.seq`.execute(db);
  return rows;
}

/** SQL of the most frequent label of an image `g` of the page. */
function selectFrequentLabel(labels: MapLabels | undefined): RawBuilder<string | null> {
  if (!labels) return sql`null::uuid`;
  const tables =
    labels === 'recognition'
      ? [sql`select l.label_id from image_label l where l.image_id = g.id`]
      : listDomainKinds(labels).map(
          ({ table, label }) =>
            sql`select ${sql.ref(`s.${label.column}`)} as label_id from ${sql.table(table)} s where s.image_id = g.id`,
        );
  return sql`(select label_id from (${sql.join(tables, sql` union all `)}) x group by label_id order by count(*) desc, label_id limit 1)`;
}

const LABEL_TABLES = {
  recognition: 'recognition_label',
  detection: 'detection_label',
  segmentation: 'segmentation_label',
} as const satisfies Record<MapLabels, string>;

async function readNames(db: Db, table: string, ids: readonly (string | null)[]): Promise<MapPoints['labels']> {
  const { rows } = await sql<MapPoints['labels'][number]>`
    select id, name, color from ${sql.table(table)} where id = any(${[...new Set(ids)].filter((id) => id !== null)}::uuid[]) order by name, id`.execute(
    db,
  );
  return rows;
}

async function readUsers(db: Db, ids: readonly (string | null)[]): Promise<MapPoints['users']> {
  const { rows } = await sql<MapPoints['users'][number]>`
    select id, username from app_user where id = any(${[...new Set(ids)].filter((id) => id !== null)}::uuid[]) order by username, id`.execute(
    db,
  );
  return rows;
}

import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { MapKind, MapMethod } from '../../platform/database/tables/similar';
import { selectVersion } from '../similar-items/embedding-queue';

/** Identifies a map: the images or objects of a workspace, and the method that computes their positions. */
export interface MapKey {
  workspaceId: string;
  kind: MapKind;
  method: MapMethod;
}

/** SQL condition: a row of `map_layout` or `map_point` belongs to a map. */
export const isOnMap = ({ workspaceId, kind, method }: MapKey, alias: string): RawBuilder<boolean> => sql`
  ${sql.ref(`${alias}.workspace_id`)} = ${workspaceId}::uuid and ${sql.ref(`${alias}.kind`)} = ${kind}
    and ${sql.ref(`${alias}.method`)} = ${method}`;

/** Returns the number of items on a map, and whether the map is outdated: an item with an embedding is missing or has changed. */
export async function readMapState(db: Db, key: MapKey): Promise<{ placed: number; isOutdated: boolean }> {
  const { workspaceId, kind } = key;
  const { rows } = await sql<{ placed: number; isOutdated: boolean }>`
    select (select count(*)::int from map_point p where ${isOnMap(key, 'p')}) as placed,
      exists (select from embedding e where e.workspace_id = ${workspaceId} and e.kind = ${kind}
        and e.change > coalesce((select l.change from map_layout l where ${isOnMap(key, 'l')} and l.version = e.version and l.centroids is not null), 0)
        and e.data is not null and e.version = ${selectVersion(workspaceId)}) as "isOutdated"`.execute(db);
  return rows[0]!;
}

/** Counts the items without a position on the map, because their embedding could not be computed. */
export async function countUndescribed(db: Db, { workspaceId, kind, method }: MapKey): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from embedding e where e.workspace_id = ${workspaceId} and e.kind = ${kind} and e.data is null
      and not exists (select from map_point p where p.id = e.id and p.kind = ${kind} and p.method = ${method})`.execute(db);
  return rows[0]!.n;
}

/**
 * SQL that selects the sequence numbers of images or objects in an area of the map: `method,x1,y1,x2,y2,...`, the vertices of a polygon.
 */
export function selectInArea(workspaceId: string, kind: MapKind, area: string): RawBuilder<{ seq: number }> {
  const [method, ...coordinates] = area.split(',');
  const vertices: string[] = [];
  for (let index = 0; index < coordinates.length; index += 2) vertices.push(`(${coordinates[index]},${coordinates[index + 1]})`);
  const table = kind === 'image' ? sql`training_image` : sql`detection_object`;
  return sql<{ seq: number }>`
    select t.seq from map_point p join ${table} t on t.id = p.id
    where ${isOnMap({ workspaceId, kind, method: method as MapMethod }, 'p')}
      and point(p.x, p.y) <@ ${`(${vertices.join(',')})`}::polygon`;
}

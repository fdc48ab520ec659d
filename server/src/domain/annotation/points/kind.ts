import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { WriteScope, ScopedRow } from '../../../platform/access/scope';
import { requireInsideImage } from '../../../data-access/shapes/geometry';
import type { NewShape, ShapeEdit, ShapeKind } from '../../../data-access/shapes/kind';
import { createShapes } from '../../../data-access/shapes/write';

export interface NewPoint extends NewShape {
  data: number[];
  name: string;
}

export interface PointEdit extends ShapeEdit {
  data?: number[];
  name?: string;
}

/** Named points: their table, validation, writes and restore. */
export const pointKind: ShapeKind<ScopedRow<'point'>, NewPoint, PointEdit> = {
  table: 'point',
  entityName: 'Point',
  links: [],
  requireValid: requireInsideImage,
  insert: async (trx, points) => {
    const rows = points.map(({ id, workspaceId, image, name, data, created, source }) => ({
      id,
      workspace_id: workspaceId,
      image_id: image,
      name,
      data,
      created,
      source,
    }));
    await sql`
      insert into point (id, workspace_id, image_id, name, data, created, source)
      select id, workspace_id, image_id, name, data, coalesce(created, clock_timestamp()), source
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(
        id uuid, workspace_id uuid, image_id uuid, name text, data int[], created timestamptz, source text)
    `.execute(trx);
  },
  update: async (trx, edits, userId) => {
    const changes = edits.map(({ edit, row }) => ({ id: row.id, name: edit.name, data: edit.data }));
    await sql`
      update point p set
        name = coalesce(n.name, p.name), data = coalesce(n.data, p.data), version = p.version + 1, changed_by = ${userId}::uuid
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(id uuid, name text, data int[])
      where p.id = n.id
    `.execute(trx);
    return [];
  },
};

/** Creates points, all of which must be valid. Returns their ids. */
export function createPoints(trx: Db, writeScope: WriteScope, points: readonly NewPoint[]): Promise<string[]> {
  return createShapes(trx, writeScope, pointKind, points);
}

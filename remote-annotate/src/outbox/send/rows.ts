import type { DetectionObject, Point, Polygon } from '@console/shared-contract/api';
import type { BoxData, BoxShape, PointData, PointShape, PolygonShape, ServerState, Shape, ShapeKind } from '../../editor/types';

type ObjectRow = Pick<DetectionObject, 'id' | 'detection_label' | 'data' | 'meta_data' | 'version'> &
  Partial<Pick<DetectionObject, 'recognition_labels'>>;
type PolygonRow = Pick<Polygon, 'id' | 'segmentation_label' | 'data' | 'meta_data' | 'version'>;
type PointRow = Pick<Point, 'id' | 'name' | 'data' | 'version'>;

export function shapeFromObject(row: ObjectRow): BoxShape {
  return {
    kind: 'object',
    id: row.id,
    serverId: row.id,
    version: row.version,
    labelId: row.detection_label.id,
    data: row.data as unknown as BoxData,
    metaData: row.meta_data,
    ...readLabels(row),
  };
}

export function shapeFromPolygon(row: PolygonRow): PolygonShape {
  return {
    kind: 'polygon',
    id: row.id,
    serverId: row.id,
    version: row.version,
    labelId: row.segmentation_label.id,
    data: row.data,
    metaData: row.meta_data,
  };
}

export function shapeFromPoint(row: PointRow): PointShape {
  return {
    kind: 'point',
    id: row.id,
    serverId: row.id,
    version: row.version,
    name: row.name,
    data: row.data as unknown as PointData,
  };
}

/** Converts a row of the kind's list into a shape. Returns null for an invalid row (an older server, a proxy's page). */
export function shapeFromRow(kind: ShapeKind, row: unknown): Shape | null {
  if (!isRecord(row) || typeof row.id !== 'string' || !Array.isArray(row.data)) return null;
  if (kind === 'point') return typeof row.name === 'string' ? shapeFromPoint(row as PointRow) : null;
  if (kind === 'polygon') return isRecord(row.segmentation_label) ? shapeFromPolygon(row as PolygonRow) : null;
  return isRecord(row.detection_label) ? shapeFromObject(row as ObjectRow) : null;
}

/** Returns the id, version and labels that the response to a write contains. */
export function readIdentity(response: unknown): { id?: string } & Omit<ServerState, 'serverId'> {
  if (!isRecord(response)) return {};
  return {
    id: typeof response.id === 'string' ? response.id : undefined,
    version: typeof response.version === 'number' ? response.version : undefined,
    ...readLabels(response),
  };
}

function readLabels(row: object): Pick<ServerState, 'labels'> {
  if (!('recognition_labels' in row) || !Array.isArray(row.recognition_labels)) return {};
  const labels = row.recognition_labels as DetectionObject['recognition_labels'];
  return { labels: labels.map(({ id, name, value }) => ({ id, name, value })) };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

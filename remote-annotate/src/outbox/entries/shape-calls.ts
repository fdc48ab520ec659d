import type { ApiCallKey, ServiceSlug } from '@console/shared-contract/api';
import type { Shape } from '../../editor/model/types';
import type { StoredCall } from './types';

/** The server row that an entry changes. */
export interface TargetRow {
  readonly serverId: string;
  /** Version of the row on which the entry is based. Missing if the server has no versions. */
  readonly version?: number;
}

/** An update of a shape that belongs to an image. */
interface ShapeUpdate<S extends Shape = Shape> {
  readonly imageId: string;
  readonly before: S | null;
  readonly after: S;
}

/** How the API stores a kind of shape. */
export interface ShapeCalls<S extends Shape = Shape> {
  /** The service that a workspace needs for shapes of the kind. */
  readonly service: ServiceSlug;
  /** The call that writes many shapes of the kind. */
  readonly bulkKey: ApiCallKey;
  /** Whether one call can write either the coordinates or the description (label, name, meta data), but not both. */
  readonly writesOneField: boolean;
  /** Whether rows have recognition labels. If a row is created again, its labels must be added again. */
  readonly hasRecognitionLabels: boolean;
  /** Converts a row of the kind's list into a shape. Returns null for an invalid row, for example from an older server. */
  fromRow(row: unknown): S | null;
  toRead(id: string): StoredCall;
  toCreate(shape: S, image: string): StoredCall;
  /** Returns a call that writes all fields of the row, as the specification requires. */
  toUpdate(update: ShapeUpdate<S>, target: TargetRow): StoredCall;
  toDelete(id: string): StoredCall;
}

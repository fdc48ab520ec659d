import type { ApiCalls, CallBody } from '@console/shared-contract/api';
import type { ShapeKind } from '../editor/model/types';
import { isRecord } from '../outbox/entries/is-record';
import { toVersionBody } from '../outbox/entries/meta-body';
import type { ShapeCalls } from '../outbox/entries/shape-calls';
import { buildStoredCall } from '../outbox/entries/stored-call';
import type { StoredCall } from '../outbox/entries/types';

const LAYER_SHAPE_PATH = '/annotate/v2/layer/{id}/shape/{shape_id}';
type ShapeBody = CallBody<ApiCalls['PUT /annotate/v2/layer/{id}/shape/{shape_id}']>;

/**
 * Returns the API calls for shapes of a layer (annotations of a single user in a job). The client chooses the id of a shape, and each call
 * contains all fields. Therefore, creating, repeating and restoring use the same call.
 */
export function createLayerCalls(kind: ShapeKind, calls: ShapeCalls, layerId: string): ShapeCalls {
  const toPut = (creation: StoredCall, shapeId: string, version?: number): StoredCall => {
    const { image: _, ...fields } = isRecord(creation.body) ? creation.body : {};
    // The fields are the same as in the call that creates a shape of this kind.
    const body = { kind, ...fields, ...toVersionBody(version) } as unknown as ShapeBody;
    return buildStoredCall(`PUT ${LAYER_SHAPE_PATH}`, { id: layerId, shape_id: shapeId }, body);
  };
  return {
    ...calls,
    toRead: () => {
      throw new Error('A response about an outdated shape of a layer contains the shape.');
    },
    toCreate: (shape) => toPut(calls.toCreate(shape, ''), shape.id),
    toUpdate: ({ after }, { serverId, version }) => toPut(calls.toCreate(after, ''), serverId, version),
    toDelete: (id) => buildStoredCall(`DELETE ${LAYER_SHAPE_PATH}`, { id: layerId, shape_id: id }),
  };
}

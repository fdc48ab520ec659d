import type { ServerState, Shape, ShapeId } from '../model/types';
import type { ShapeChange } from './changes';

type FindShape = (id: ShapeId) => Shape | undefined;

const CONTENT_KEYS = ['data', 'labelId', 'name', 'metaData', 'attributes', 'score'] as const;

/**
 * Returns the change that undoes `change` in the current document, or null if that is no longer possible. Undoing an update restores only
 * the fields that the update changed, so that later edits of other users remain.
 */
export function toUndoChange(change: ShapeChange, findShape: FindShape): ShapeChange | null {
  switch (change.op) {
    case 'create': {
      const currentShape = findShape(change.after.id);
      return currentShape ? { op: 'delete', before: currentShape } : null;
    }
    case 'delete':
      return findShape(change.before.id) ? null : { op: 'create', after: withoutServerState(change.before) };
    case 'update': {
      const currentShape = findShape(change.after.id);
      if (!currentShape) return null;
      const revertedShape = withContent(currentShape, change.after, change.before);
      return revertedShape === currentShape ? null : { op: 'update', before: currentShape, after: revertedShape };
    }
  }
}

/** Returns the change that redoes `change` in the current document, or null if that is no longer possible. */
export function toRedoChange(change: ShapeChange, findShape: FindShape): ShapeChange | null {
  return toUndoChange(invertChange(change), findShape);
}

/** Returns the change with the opposite effect. */
export function invertChange(change: ShapeChange): ShapeChange {
  switch (change.op) {
    case 'create':
      return { op: 'delete', before: change.after };
    case 'delete':
      return { op: 'create', after: change.before };
    case 'update':
      return { op: 'update', before: change.after, after: change.before };
  }
}

/**
 * Removes the server's row id and version from a shape, because a restored shape can get a new row. Keeps the time of creation, because it
 * determines the number of the shape.
 */
export function withoutServerState(shape: Shape): Shape {
  const { serverId: _serverId, version: _version, labels: _labels, ...content } = shape;
  return content;
}

/**
 * Returns the content for a copy of a shape on the same image. The copy counts as drawn by the user, so the origin and the score are
 * removed.
 */
export function toCopiedContent(shape: Shape): Shape {
  const { source: _source, score: _score, model: _model, created: _created, ...content } = withoutServerState(shape);
  return content;
}

/** Returns the part of a shape that describes its row on the server. */
export function pickServerState({ serverId, version, labels }: ServerState): ServerState {
  return { serverId, version, labels };
}

function withContent(currentShape: Shape, fromShape: Shape, toShape: Shape): Shape {
  const fromFields: Partial<Record<string, unknown>> = { ...fromShape };
  const toFields: Partial<Record<string, unknown>> = { ...toShape };
  const presentFields: Partial<Record<string, unknown>> = { ...currentShape };
  const patch: Record<string, unknown> = {};
  for (const key of CONTENT_KEYS) {
    if (fromFields[key] !== toFields[key] && presentFields[key] !== toFields[key]) patch[key] = toFields[key];
  }
  return Object.keys(patch).length === 0 ? currentShape : ({ ...currentShape, ...patch } as Shape);
}

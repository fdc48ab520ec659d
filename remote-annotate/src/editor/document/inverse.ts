import type { ServerState, Shape, ShapeId } from '../types';
import type { Change } from './changes';

type Lookup = (id: ShapeId) => Shape | undefined;

const CONTENT_KEYS = ['data', 'labelId', 'name', 'metaData'] as const;

/**
 * The change that takes `change` back from the document as it is now, or null if there is nothing left to take back.
 * An update gives back only the fields that it changed, so that what somebody else changed in the meantime stays.
 */
export function undoOf(change: Change, current: Lookup): Change | null {
  switch (change.op) {
    case 'create': {
      const present = current(change.after.id);
      return present ? { op: 'delete', before: present } : null;
    }
    case 'delete':
      return current(change.before.id) ? null : { op: 'create', after: withoutServerState(change.before) };
    case 'update': {
      const present = current(change.after.id);
      if (!present) return null;
      const after = withContent(present, change.after, change.before);
      return after === present ? null : { op: 'update', before: present, after };
    }
  }
}

/** The change that does `change` again on the document as it is now, or null if it cannot be done any more. */
export function redoOf(change: Change, current: Lookup): Change | null {
  return undoOf(inverted(change), current);
}

/** The change that leads back. */
export function inverted(change: Change): Change {
  switch (change.op) {
    case 'create':
      return { op: 'delete', before: change.after };
    case 'delete':
      return { op: 'create', after: change.before };
    case 'update':
      return { op: 'update', before: change.after, after: change.before };
  }
}

/** What a person made of the shape, without the row that holds it: a copy has a row of its own, and so may a shape that comes back. */
export function withoutServerState(shape: Shape): Shape {
  const { serverId: _serverId, version: _version, labels: _labels, ...content } = shape;
  return content;
}

/** What the server knows of the shape. */
export function serverStateOf({ serverId, version, labels }: ServerState): ServerState {
  return { serverId, version, labels };
}

function withContent(present: Shape, from: Shape, to: Shape): Shape {
  const fromFields: Partial<Record<string, unknown>> = { ...from };
  const toFields: Partial<Record<string, unknown>> = { ...to };
  const presentFields: Partial<Record<string, unknown>> = { ...present };
  const patch: Record<string, unknown> = {};
  for (const key of CONTENT_KEYS) {
    if (fromFields[key] !== toFields[key] && presentFields[key] !== toFields[key]) patch[key] = toFields[key];
  }
  return Object.keys(patch).length === 0 ? present : ({ ...present, ...patch } as Shape);
}

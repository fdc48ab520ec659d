import { type Shape, isLabelled } from '../../editor/model/types';

/** Whether two states of a shape are equal except for id and version. */
export function sameContent(a: Shape, b: Shape): boolean {
  return sameCoordinates(a, b) && sameDescription(a, b);
}

export function sameCoordinates(a: Pick<Shape, 'data'>, b: Pick<Shape, 'data'>): boolean {
  return a.data.length === b.data.length && a.data.every((value, index) => value === b.data[index]);
}

function sameDescription(a: Shape, b: Shape): boolean {
  if (a.kind !== b.kind) return false;
  if (isLabelled(a) && isLabelled(b)) return a.labelId === b.labelId && sameJson(a.metaData ?? {}, b.metaData ?? {});
  return 'name' in a && 'name' in b && a.name === b.name;
}

/** Whether two JSON values are equal. The order of object keys does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every(
    (name) => Object.hasOwn(b, name) && sameJson((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
  );
}

import { type Shape, isLabelled } from '../../editor/model/types';

/** Whether two states of a shape are equal except for id and version. */
export function hasSameContent(a: Shape, b: Shape): boolean {
  return hasSameCoordinates(a, b) && hasSameDescription(a, b);
}

export function hasSameCoordinates(a: Pick<Shape, 'data'>, b: Pick<Shape, 'data'>): boolean {
  return a.data.length === b.data.length && a.data.every((value, index) => value === b.data[index]);
}

function hasSameDescription(a: Shape, b: Shape): boolean {
  if (a.kind !== b.kind || !hasSameAttributes(a, b)) return false;
  if (isLabelled(a) && isLabelled(b)) return a.labelId === b.labelId && isEqualJson(a.metaData ?? {}, b.metaData ?? {});
  return 'name' in a && 'name' in b && a.name === b.name;
}

export const hasSameAttributes = (a: Pick<Shape, 'attributes'>, b: Pick<Shape, 'attributes'>): boolean =>
  isEqualJson(a.attributes ?? {}, b.attributes ?? {});

/** Whether two JSON values are equal. The order of object keys does not matter. */
export function isEqualJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every(
    (name) => Object.hasOwn(b, name) && isEqualJson((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
  );
}

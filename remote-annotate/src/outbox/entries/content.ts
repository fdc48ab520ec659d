import type { UpdateChange } from '../../editor/document/changes';
import type { Shape } from '../../editor/model/types';

/** Whether two states of a shape are equal except for id and version. */
export function sameContent(a: Shape, b: Shape): boolean {
  return sameCoordinates(a, b) && sameDescription(a, b);
}

export function sameCoordinates(a: Shape, b: Shape): boolean {
  return a.data.length === b.data.length && a.data.every((value, index) => value === b.data[index]);
}

function sameDescription(a: Shape, b: Shape): boolean {
  if (a.kind === 'point') return b.kind === 'point' && a.name === b.name;
  return a.kind === b.kind && a.labelId === b.labelId && sameJson(a.metaData ?? {}, b.metaData ?? {});
}

/** Splits a change that both moves and renames a point, because PUT moves a point and PATCH renames it. */
export function oneFieldEach(change: UpdateChange): UpdateChange[] {
  const { before, after } = change;
  if (before.kind !== 'point' || after.kind !== 'point') return [change];
  if (sameCoordinates(before, after) || before.name === after.name) return [change];
  const between = { ...before, data: after.data };
  return [
    { op: 'update', before, after: between },
    { op: 'update', before: between, after },
  ];
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

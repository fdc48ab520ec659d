import {
  NEUTRAL_COLOR,
  POINT_COLOR,
  type BoxShape,
  type KnownLabel,
  type LabelSet,
  type Shape,
  type ShapeId,
  type ShapeKind,
} from '../../editor';
import { shapeArea, shapeBounds } from '../../editor/geometry/shape';
import { messages } from '../../messages';

/** A shape as the list of items has it. */
export interface Item {
  readonly shape: Shape;
  /** Its place among those of its kind in the order drawn, from 1: no filter and no order changes it. */
  readonly number: number;
  /** Of its label, or a point's own. */
  readonly name: string;
  /** The recognition labels of an object. */
  readonly carried: readonly KnownLabel[];
}

/** The shapes of one label, or all points. */
export interface ItemGroup {
  /** Unlike a label's id, of one kind of shape alone. */
  readonly key: string;
  readonly kind: ShapeKind;
  readonly name: string;
  readonly color: string;
  readonly ids: readonly ShapeId[];
}

export const ITEM_ORDERS = ['drawn', 'label', 'largest', 'smallest', 'position'] as const;
export type ItemOrder = (typeof ITEM_ORDERS)[number];

/** What is asked of the list; '' and null ask for nothing. */
export interface ItemQuery {
  readonly text: string;
  readonly kind: ShapeKind | null;
  /** The key of a group. */
  readonly group: string | null;
}

export const NO_QUERY: ItemQuery = { text: '', kind: null, group: null };
const NONE: readonly KnownLabel[] = [];
/** A shorter beginning of an id is that of too many. */
const LEAST_OF_ID = 4;

export const isAsking = ({ text, kind, group }: ItemQuery): boolean => text.trim() !== '' || kind !== null || group !== null;

const groupKey = (shape: Shape) => (shape.kind === 'point' ? 'point' : `${shape.kind} ${shape.labelId}`);

/** All shapes in the order drawn. */
export function itemsOf(
  shapes: readonly Shape[],
  labels: LabelSet,
  labelsOf: (shape: BoxShape) => readonly KnownLabel[],
): readonly Item[] {
  const names = {
    object: new Map(labels.object.map(({ id, name }) => [id, name])),
    polygon: new Map(labels.polygon.map(({ id, name }) => [id, name])),
  };
  const counts: Record<ShapeKind, number> = { object: 0, polygon: 0, point: 0 };
  return shapes.map((shape) => ({
    shape,
    number: (counts[shape.kind] += 1),
    name:
      shape.kind === 'point'
        ? shape.name || messages.items.unnamed
        : (names[shape.kind].get(shape.labelId) ?? messages.shape.unknownLabel),
    carried: shape.kind === 'object' ? labelsOf(shape) : NONE,
  }));
}

/** The labels that shapes have, by name, and the points. */
export function groupsOf(items: readonly Item[], labels: LabelSet): readonly ItemGroup[] {
  const groups = new Map<string, { readonly item: Item; readonly ids: ShapeId[] }>();
  for (const item of items) {
    const key = groupKey(item.shape);
    const group = groups.get(key);
    if (group) group.ids.push(item.shape.id);
    else groups.set(key, { item, ids: [item.shape.id] });
  }
  return [...groups]
    .map(([key, { item, ids }]) => ({ key, ids, kind: item.shape.kind, ...look(item, labels) }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.key.localeCompare(b.key));
}

function look({ shape, name }: Item, labels: LabelSet): { readonly name: string; readonly color: string } {
  if (shape.kind === 'point') return { name: messages.items.points, color: POINT_COLOR };
  return { name, color: labels[shape.kind].find(({ id }) => id === shape.labelId)?.color ?? NEUTRAL_COLOR };
}

/** What is asked for, in the order drawn. Each word of the text is found in a name, or is the number or begins the id. */
export function findItems(items: readonly Item[], { text, kind, group }: ItemQuery): readonly Item[] {
  const words = text.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(
    (item) =>
      (kind === null || item.shape.kind === kind) &&
      (group === null || groupKey(item.shape) === group) &&
      words.every((word) => matches(item, word)),
  );
}

const has = (text: string, word: string) => text.toLocaleLowerCase().includes(word);

function matches({ shape, number, name, carried }: Item, word: string): boolean {
  if (String(number) === word || has(name, word)) return true;
  // The digits within a value are not what a number is asked for by.
  if (carried.some((label) => has(label.name, word) || (label.value !== null && String(label.value).startsWith(word))))
    return true;
  return word.length >= LEAST_OF_ID && (shape.id.startsWith(word) || (shape.serverId?.startsWith(word) ?? false));
}

/** In an order; those that it does not tell apart stay in the order drawn. */
export function sortItems(items: readonly Item[], order: ItemOrder): readonly Item[] {
  if (order === 'drawn') return items;
  if (order === 'label') return items.toSorted((a, b) => a.name.localeCompare(b.name));
  if (order === 'position') {
    const keyed = items.map((item) => ({ item, ...shapeBounds(item.shape) }));
    return keyed.sort((a, b) => a.minY - b.minY || a.minX - b.minX).map(({ item }) => item);
  }
  const direction = order === 'smallest' ? 1 : -1;
  const keyed = items.map((item) => ({ item, area: shapeArea(item.shape) }));
  return keyed.sort((a, b) => direction * (a.area - b.area)).map(({ item }) => item);
}

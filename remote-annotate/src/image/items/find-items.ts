import {
  isLabelled,
  type BoxShape,
  type KnownLabel,
  type LabelSet,
  type Shape,
  type ShapeId,
  type ShapeKind,
} from '../../editor';
import { createLookGetter } from '../../editor/painting/labels';
import { hasRecognitionLabels } from '../../shape-kinds/kind-calls';
import { kindMessages } from '../../shape-kinds/kind-messages';
import { shapeKinds } from '../../shape-kinds/kind-registry';
import { shapeMessages } from '../../text/shape-messages';

/** A shape in the list of items. */
export interface AnnotationItem {
  readonly shape: Shape;
  /** Number among the shapes of its kind in drawing order, starting at 1. Filters and sort orders do not change it. */
  readonly number: number;
  /** Name of the label, or the name of the point. */
  readonly name: string;
  readonly color: string;
  /** The shortcut key of the label, if it has one. */
  readonly labelKey: string | null;
  /** The recognition labels of an object; empty for other kinds. */
  readonly recognitionLabels: readonly KnownLabel[];
}

/** The shapes of one label, or all points. */
export interface ItemGroup {
  /** Unique for one label and one kind of shape. */
  readonly key: string;
  readonly kind: ShapeKind;
  readonly name: string;
  readonly color: string;
  /** The shortcut key of the label, if it has one. */
  readonly labelKey: string | null;
  readonly ids: readonly ShapeId[];
}

export const ITEM_ORDERS = ['drawn', 'label', 'largest', 'smallest', 'position'] as const;
export type ItemOrder = (typeof ITEM_ORDERS)[number];

/** Search and filters of the list. An empty text and null do not filter. */
export interface ItemQuery {
  readonly text: string;
  readonly kind: ShapeKind | null;
  /** The key of the `ItemGroup` whose items are listed. */
  readonly group: string | null;
}

export const NO_QUERY: ItemQuery = { text: '', kind: null, group: null };
const NO_LABELS: readonly KnownLabel[] = [];
/** Shorter id prefixes match too many items. */
const MIN_ID_PREFIX_LENGTH = 4;

/** Whether the query contains a text or a filter. */
export const hasQuery = ({ text, kind, group }: ItemQuery): boolean => text.trim() !== '' || kind !== null || group !== null;

const getGroupKey = (shape: Shape) => (isLabelled(shape) ? `${shape.kind} ${shape.labelId}` : shape.kind);

/** Returns all shapes as list items, in drawing order. */
export function listItems(
  shapes: readonly Shape[],
  labels: LabelSet,
  getLabels: (shape: BoxShape) => readonly KnownLabel[],
): readonly AnnotationItem[] {
  const getNameAndColor = createLookGetter(labels, shapeKinds.getLabelKind);
  const counts = new Map<ShapeKind, number>();
  return shapes.map((shape) => {
    const number = (counts.get(shape.kind) ?? 0) + 1;
    counts.set(shape.kind, number);
    const { name, color, key = null } = getNameAndColor(shape);
    return {
      shape,
      number,
      color,
      labelKey: key,
      name: name || (isLabelled(shape) ? shapeMessages.unknownLabel : shapeMessages.unnamed),
      recognitionLabels: hasRecognitionLabels(shape) ? getLabels(shape) : NO_LABELS,
    };
  });
}

/** Groups items by label, sorted by name. All shapes of a kind without labels form one group. */
export function groupItems(items: readonly AnnotationItem[]): readonly ItemGroup[] {
  const groups = new Map<string, { readonly item: AnnotationItem; readonly ids: ShapeId[] }>();
  for (const item of items) {
    const key = getGroupKey(item.shape);
    const group = groups.get(key);
    if (group) group.ids.push(item.shape.id);
    else groups.set(key, { item, ids: [item.shape.id] });
  }
  return [...groups]
    .map(([key, { item, ids }]) => {
      const { shape, color, labelKey } = item;
      return { key, ids, kind: shape.kind, name: getGroupName(item), color, labelKey };
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.key.localeCompare(b.key));
}

const getGroupName = ({ shape, name }: AnnotationItem) => (isLabelled(shape) ? name : kindMessages[shape.kind].plural);

/** Returns the matching items in drawing order. Each word must match a name, the number, a value or a prefix of the id. */
export function findItems(items: readonly AnnotationItem[], { text, kind, group }: ItemQuery): readonly AnnotationItem[] {
  const searchTerms = text.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(
    (item) =>
      (kind === null || item.shape.kind === kind) &&
      (group === null || getGroupKey(item.shape) === group) &&
      searchTerms.every((word) => matchesWord(item, word)),
  );
}

const includesIgnoringCase = (text: string, word: string) => text.toLocaleLowerCase().includes(word);

function matchesWord({ shape, number, name, recognitionLabels }: AnnotationItem, word: string): boolean {
  if (String(number) === word || includesIgnoringCase(name, word)) return true;
  // Match values by prefix only, because users do not search for digits inside a value.
  if (
    recognitionLabels.some(
      (label) => includesIgnoringCase(label.name, word) || (label.value !== null && String(label.value).startsWith(word)),
    )
  )
    return true;
  return word.length >= MIN_ID_PREFIX_LENGTH && (shape.id.startsWith(word) || (shape.serverId?.startsWith(word) ?? false));
}

/** Sorts items. Equal items stay in drawing order. */
export function sortItems(items: readonly AnnotationItem[], order: ItemOrder): readonly AnnotationItem[] {
  if (order === 'drawn') return items;
  if (order === 'label') return items.toSorted((a, b) => a.name.localeCompare(b.name));
  if (order === 'position') {
    const itemsWithBounds = items.map((item) => ({ item, ...shapeKinds.getBounds(item.shape) }));
    return itemsWithBounds.sort((a, b) => a.minY - b.minY || a.minX - b.minX).map(({ item }) => item);
  }
  const direction = order === 'smallest' ? 1 : -1;
  const itemsWithArea = items.map((item) => ({ item, area: shapeKinds.getArea(item.shape) }));
  return itemsWithArea.sort((a, b) => direction * (a.area - b.area)).map(({ item }) => item);
}

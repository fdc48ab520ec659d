import type { Change, ChangedKind, ChangeSet, NamedRow } from '@console/shared-contract/api';
import { RESTORABLE_KINDS } from '@console/shared-contract/limits';
import { computeMaskArea, decodeCounts } from '@console/shared-contract/mask-rle';
import { isShapeFlag } from '@console/shared-contract/shape-attributes';
import { countLabelledPoints } from '@console/shared-contract/skeleton';
import { formatCount } from '../format/counts';
import { formatDateTime } from '../format/dates';
import { describeDefinitions } from './attribute-definitions';
import { isUserField } from './field-names';
import { historyMessages } from './history-messages';

/** Rows that the changes refer to, by id. Deleted rows are missing. */
export type NamedRows = Readonly<Record<string, NamedRow>>;

/** Sorts kinds of rows by importance: rows that users know as items, such as images, come before links between rows. */
export const compareKinds = (a: ChangedKind, b: ChangedKind): number => getRank(a) - getRank(b);

function getRank(kind: ChangedKind): number {
  const rank = (RESTORABLE_KINDS as readonly ChangedKind[]).indexOf(kind);
  return rank < 0 ? RESTORABLE_KINDS.length : rank;
}

/** Describes all changes of a user action in one line: `Added 2 objects, removed 1 polygon`. */
export function describeSet({ changes, kinds, summarized }: Pick<ChangeSet, 'changes' | 'kinds' | 'summarized'>): string {
  const sortedChanges = [...changes].sort((a, b) => compareKinds(a.kind, b.kind));
  const countTexts = sortedChanges.map(({ kind, operation, count }) => {
    const [singular, plural] = historyMessages.kinds[kind];
    return `${historyMessages.operations[operation].toLowerCase()} ${formatCount(count, singular, plural)}`;
  });
  // In a summarized change set, the server does not count added rows, so describe them only by their kinds.
  const addedKinds = summarized ? kinds.filter((kind) => !changes.some((change) => change.kind === kind)) : [];
  const addedTexts = addedKinds.length > 0 ? [`${historyMessages.operations.insert.toLowerCase()} ${joinKinds(addedKinds)}`] : [];
  const text = [...addedTexts, ...countTexts].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const joinKinds = (kinds: readonly ChangedKind[]) => kinds.map((kind) => historyMessages.kinds[kind][1]).join(', ');

/** A changed field with its values as text. */
export interface FieldChange {
  /** Name of the column. For one value of an object such as metadata, a dot and the key follow. */
  field: string;
  before: string;
  after: string;
}

/** Fields that are not listed: ids and internal numbers, which users would not understand. */
const IDENTIFYING_FIELDS = ['id', 'workspace_id', 'seq', 'version', 'created', 'created_by', 'changed_by', 'shuffle', 'position'];

/**
 * Lists the fields of a change. For an added or removed row, lists all fields that have a value. For a changed object such as metadata,
 * lists only the changed keys. `names` contains the names to show instead of ids.
 */
export function listFields(
  { kind, before, after }: Pick<Change, 'before' | 'after'> & Partial<Pick<Change, 'kind'>>,
  names: NamedRows = {},
): FieldChange[] {
  const fields = compareRecords(toRecord(before) ?? {}, toRecord(after) ?? {});
  const formatField = (field: string, value: unknown) =>
    kind === 'skeleton' && field === 'data' ? describeSkeleton(value) : formatValue(field, value, names);
  return fields
    .filter(({ field }) => !IDENTIFYING_FIELDS.includes(field))
    .map(({ field, before: oldValue, after: newValue }) => ({
      field,
      before: formatField(field, oldValue),
      after: formatField(field, newValue),
    }))
    .filter((change) => change.before !== change.after);
}

interface RawChange {
  field: string;
  before: unknown;
  after: unknown;
}

function compareRecords(before: Record<string, unknown>, after: Record<string, unknown>): RawChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const [oldValues, newValues] = [toRecord(before[field]), toRecord(after[field])];
    // List each attribute as a separate field, even for an added or removed shape.
    const isByKey =
      field === 'attributes'
        ? oldValues !== null || newValues !== null
        : field !== 'data' && oldValues !== null && newValues !== null;
    if (isByKey)
      return compareRecords(oldValues ?? {}, newValues ?? {}).map((change) => ({ ...change, field: `${field}.${change.field}` }));
    return [{ field, before: before[field], after: after[field] }];
  });
}

/** Returns a value if it is a JSON object, otherwise null. */
export function toRecord(value: unknown): Record<string, unknown> | null {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (value as Record<string, unknown>) : null;
}

/** Describes a skeleton by its number of points that are not absent. */
const describeSkeleton = (data: unknown): string =>
  Array.isArray(data) ? formatCount(countLabelledPoints(data as number[]), 'point', 'points') : '';

/** Lists the names of the points in the template of a label. */
const describePoints = (points: readonly unknown[]): string =>
  points.map((point) => String(toRecord(point)?.name ?? '')).join(', ');

/** Describes the run list of a mask by its number of pixels. */
const describeMask = ({ counts }: Record<string, unknown>): string =>
  typeof counts === 'string' ? formatCount(computeMaskArea(decodeCounts(counts)), 'pixel', 'pixels') : '';

/** Prefix of the attributes of a shape, each of which is listed as a field. */
const ATTRIBUTE_PREFIX = 'attributes.';
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
/** Maximum number of coordinates to show. For shapes with more coordinates, only the number of points is shown. */
const MAX_SHOWN_NUMBERS = 8;

function formatValue(field: string, value: unknown, names: NamedRows): string {
  // A flag without a value is not set.
  if (field.startsWith(ATTRIBUTE_PREFIX) && isShapeFlag(field.slice(ATTRIBUTE_PREFIX.length)))
    return value === true ? historyMessages.yes : historyMessages.no;
  if (value === undefined || value === null) return '';
  if (field === 'attributes' && Array.isArray(value)) return describeDefinitions(value);
  const points = field === 'skeleton' ? toRecord(value)?.points : field === 'skeleton.points' && value;
  if (Array.isArray(points)) return describePoints(points);
  if (typeof value === 'boolean') return value ? historyMessages.yes : historyMessages.no;
  if (isUserField(field) && typeof value === 'string') return names[value]?.name ?? historyMessages.formerMember;
  if (typeof value === 'string') return TIMESTAMP.test(value) ? formatDateTime(value) : (names[value]?.name ?? value);
  if (field === 'data' && Array.isArray(value))
    return value.length > MAX_SHOWN_NUMBERS ? formatCount(value.length / 2, 'point', 'points') : value.join(', ');
  if (field === 'data') return describeMask(toRecord(value) ?? {});
  return JSON.stringify(value);
}

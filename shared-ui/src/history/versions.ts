import type { Change, ChangeSet, ChangeSetReference } from '@console/shared-contract/api';
import { computeMaskBox, decodeCounts } from '@console/shared-contract/mask-rle';
import { SHAPE_KINDS, SHAPE_NAMES, type ShapeName } from '@console/shared-contract/shape-kinds';
import { describeSet, listFields, toRecord, type NamedRows } from './describe-changes';
import { toFieldName } from './field-names';
import { historyMessages } from './history-messages';

/** A version of a row: the entries of one change set in the row's history. */
export interface Version {
  set: ChangeSetReference;
  /** Empty for the state before the first recorded change. */
  changes: Change[];
  /** Id of the newest entry. The version is the state of the row after this entry. */
  lastChange: number;
}

/** Groups entries, newest first, by change set. */
export function groupVersions(changes: readonly Change[]): Version[] {
  const versions = new Map<number, Version>();
  for (const change of changes) {
    const version = versions.get(change.change_set.id);
    if (version) version.changes.push(change);
    else versions.set(change.change_set.id, { set: change.change_set, changes: [change], lastChange: change.id });
  }
  return [...versions.values()];
}

/** Change id of the state before the first recorded change. */
const BEFORE_FIRST_CHANGE = 0;

/**
 * Adds a version for the state before the first recorded change, unless the list contains the creation of the row. Imports, for example,
 * create rows without entries. Pass the complete list of versions.
 */
export function withInitialVersion(versions: readonly Version[], rowId: string): readonly Version[] {
  const oldest = versions.at(-1);
  const isCreated = versions.some(({ changes }) =>
    changes.some((change) => change.row === rowId && change.operation === 'insert'),
  );
  if (!oldest || isCreated) return versions;
  const changeSet = { ...oldest.set, id: BEFORE_FIRST_CHANGE, user: null, kinds: [] };
  return [...versions, { set: changeSet, changes: [], lastChange: BEFORE_FIRST_CHANGE }];
}

const MAX_FIELDS = 6;
const MAX_NAMES = 3;

/**
 * Describes a version: what the user did, with the names or labels of added and removed rows, and the changed fields with their values.
 * `names` contains names to show instead of ids.
 */
export function describeVersion({ set, changes }: Version, names: NamedRows): { summary: string; fields: string[] } {
  if (changes.length === 0) return { summary: historyMessages.initial, fields: [] };
  const [firstChange] = changes;
  if (changes.length === 1 && firstChange?.kind === 'image_verification')
    return { summary: describePurpose(set, historyMessages.verification[firstChange.operation]), fields: [] };
  const counts = new Map<string, ChangeSet['changes'][number]>();
  for (const { kind, operation } of changes) {
    const entry = counts.get(`${kind} ${operation}`) ?? { kind, operation, count: 0 };
    counts.set(`${kind} ${operation}`, { ...entry, count: entry.count + 1 });
  }
  const fields = changes
    .filter(({ operation }) => operation === 'update')
    .flatMap((change) => listFields(change, names))
    .map(({ field, before, after }) => historyMessages.field(toFieldName(field), before, after));
  const shownFields = fields.slice(0, MAX_FIELDS);
  if (fields.length > shownFields.length) shownFields.push(historyMessages.moreChanges(fields.length - shownFields.length));
  if (changes.some(({ kind, after }) => kind === 'image_verification' && toRecord(after)?.model_id))
    shownFields.unshift(historyMessages.accepted);
  const summary = describePurpose(set, describeSet({ ...set, summarized: false, changes: [...counts.values()] }));
  const rowNames = [...new Set(changes.flatMap((change) => getRowName(change, names) ?? []))];
  return {
    summary: historyMessages.withNames(summary, rowNames.slice(0, MAX_NAMES), rowNames.length - MAX_NAMES),
    fields: shownFields,
  };
}

const RESTORE_ACTIONS: readonly (string | null)[] = ['POST /history/v2/restore', 'POST /history/v2/restore-version'];

/** Extends the description of a change set that undid another change set or restored an earlier state. */
export function describePurpose({ undoes, action }: ChangeSetReference, summary: string): string {
  if (undoes !== null) return historyMessages.undo(summary);
  return RESTORE_ACTIONS.includes(action) ? historyMessages.restored(summary) : summary;
}

/** Columns that identify a row for users, most specific first. */
const NAMING_COLUMNS = ['name', 'detection_label_id', 'segmentation_label_id', 'label_id'];

/** Returns the name or the label of an added or removed row; undefined if it is unknown. */
function getRowName({ operation, before, after }: Change, names: NamedRows): string | undefined {
  const row = operation === 'update' ? null : (after ?? before);
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return undefined;
  for (const column of NAMING_COLUMNS) {
    const value = (row as Record<string, unknown>)[column];
    const name = typeof value === 'string' ? (column === 'name' ? value : names[value]?.name) : undefined;
    if (name) return name;
  }
  return undefined;
}

/** Returns the name of the user who created a version. */
export const getUserName = ({ set: { user } }: Pick<Version, 'set'>): string =>
  user ? (user.username ?? historyMessages.formerMember) : historyMessages.noUser;

/** Returns the text for the source of a version. Empty for changes in the console. */
export const getSource = ({ set: { origin } }: Pick<Version, 'set'>): string =>
  origin === 'console' ? '' : historyMessages.origins[origin];

/** A shape before or after a change, in pixels of the image. */
export interface ShapeState {
  key: string;
  kind: ShapeName;
  /** Coordinates as the API stores them for the kind of shape. For a mask, the box around the mask. */
  data: number[];
  rotated_box: number[] | null;
}

/** Lists the shapes that a version has changed, with their states before and after the change. */
export function listShapes({ changes }: Version, state: 'before' | 'after'): ShapeState[] {
  return changes.flatMap(({ id, kind: table, [state]: values }) => {
    const { data, rotated_box: rotatedBox }: Record<string, unknown> = typeof values === 'object' ? { ...values } : {};
    const kind = SHAPE_NAMES.find((name) => SHAPE_KINDS[name].table === table);
    const numbers = isNumbers(data) ? data : computeBox(data);
    if (!kind || !numbers) return [];
    return [{ key: `${id} ${state}`, kind, data: numbers, rotated_box: isNumbers(rotatedBox) ? rotatedBox : null }];
  });
}

/** Returns the box around the pixels of a mask. Histories show this box instead of the mask. */
function computeBox(data: unknown): number[] | null {
  const { size, counts } = toRecord(data) ?? {};
  if (!isNumbers(size) || typeof counts !== 'string') return null;
  return computeMaskBox(decodeCounts(counts), [size[0] ?? 0, size[1] ?? 0]);
}

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((element) => typeof element === 'number');

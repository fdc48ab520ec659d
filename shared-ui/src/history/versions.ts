import type { Change, ChangedKind, ChangeSet, ChangeSetReference } from '@console/shared-contract/api';
import { describeSet, listFields } from '../activity/describe-changes';
import type { NamedRows } from '../activity/named-row';
import { historyMessages } from './messages';

/** The entries of one change set in the history of a row. */
export interface Version {
  set: ChangeSetReference;
  changes: Change[];
  /** Id of the last entry. The version is the state after it. */
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

const MAX_FIELDS = 6;

/** Describes a version: what was done, and the changed fields with their values. `names` are the rows whose ids are replaced. */
export function describeVersion({ set, changes }: Version, names: NamedRows): { summary: string; fields: string[] } {
  const counts = new Map<string, ChangeSet['changes'][number]>();
  for (const { kind, operation } of changes) {
    const entry = counts.get(`${kind} ${operation}`) ?? { kind, operation, count: 0 };
    counts.set(`${kind} ${operation}`, { ...entry, count: entry.count + 1 });
  }
  const fields = changes
    .filter(({ operation }) => operation === 'update')
    .flatMap((change) => listFields(change, names))
    .map(({ field, before, after }) => historyMessages.field(field, before, after));
  const shown = fields.slice(0, MAX_FIELDS);
  if (fields.length > shown.length) shown.push(historyMessages.others(fields.length - shown.length));
  return { summary: describeSet({ ...set, summarized: false, changes: [...counts.values()] }), fields: shown };
}

/** A shape of an entry in pixels of the image. */
export interface ShapeState {
  key: string;
  kind: 'detection_object' | 'polygon' | 'point';
  data: readonly number[];
}

const SHAPE_KINDS: readonly ChangedKind[] = ['detection_object', 'polygon', 'point'];
const isShapeKind = (kind: ChangedKind): kind is ShapeState['kind'] => SHAPE_KINDS.includes(kind);

/** Lists the shapes that a version has changed, before and after. */
export function listShapes({ changes }: Version, state: 'before' | 'after'): ShapeState[] {
  return changes.flatMap(({ id, kind, [state]: values }) => {
    const data = typeof values === 'object' && values !== null && 'data' in values ? values.data : null;
    const isDrawn = isShapeKind(kind) && Array.isArray(data) && data.every((value) => typeof value === 'number');
    return isDrawn ? [{ key: `${id} ${state}`, kind, data: data as number[] }] : [];
  });
}

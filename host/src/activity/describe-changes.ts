import type { Change, ChangedKind, ChangeSet } from '@console/shared-contract/api';
import { formatCount } from '@console/shared-ui/basics';
import { activityMessages } from './messages';

/** Describes a change set in one line: `Added 2 objects, removed 1 polygon`. */
export function describeSet({ changes, kinds, summarized }: ChangeSet): string {
  const counted = changes.map(({ kind, operation, count }) => {
    const [one, many] = activityMessages.kinds[kind];
    return `${activityMessages.operations[operation].toLowerCase()} ${formatCount(count, one, many)}`;
  });
  // Rows that a summarized set added are not counted.
  const addedKinds = summarized ? kinds.filter((kind) => !changes.some((change) => change.kind === kind)) : [];
  const added = addedKinds.length > 0 ? [`${activityMessages.operations.insert.toLowerCase()} ${joinKinds(addedKinds)}`] : [];
  const text = [...added, ...counted].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const joinKinds = (kinds: readonly ChangedKind[]) => kinds.map((kind) => activityMessages.kinds[kind][1]).join(', ');

/** A changed field with its values as text. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** Fields that identify a row or its workspace. They say nothing about an added or removed row. */
const IDENTIFYING_FIELDS = ['id', 'workspace_id', 'seq', 'version', 'created', 'created_by', 'changed_by', 'shuffle', 'position'];

/**
 * Lists the fields of a change. For an added or removed row these are its fields with a value. Of an object such as metadata only
 * the changed keys are listed: `meta_data.shelf`.
 */
export function listFields({ before, after }: Pick<Change, 'before' | 'after'>): FieldChange[] {
  return compareRecords(toRecord(before) ?? {}, toRecord(after) ?? {}).filter(({ field }) => !IDENTIFYING_FIELDS.includes(field));
}

function compareRecords(before: Record<string, unknown>, after: Record<string, unknown>): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const [old, current] = [toRecord(before[field]), toRecord(after[field])];
    if (old && current) return compareRecords(old, current).map((change) => ({ ...change, field: `${field}.${change.field}` }));
    const change = { field, before: formatValue(before[field]), after: formatValue(after[field]) };
    return change.before === change.after ? [] : [change];
  });
}

function toRecord(value: unknown): Record<string, unknown> | null {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (value as Record<string, unknown>) : null;
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

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

/** Lists the fields of a change. For an added or removed row these are its fields with a value. */
export function listFields({ before, after }: Pick<Change, 'before' | 'after'>): FieldChange[] {
  const [old, current] = [toRecord(before), toRecord(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(current)])]
    .filter((field) => !IDENTIFYING_FIELDS.includes(field))
    .map((field) => ({ field, before: formatValue(old[field]), after: formatValue(current[field]) }))
    .filter((change) => change.before !== change.after);
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

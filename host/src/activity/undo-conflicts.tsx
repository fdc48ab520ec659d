import type { UndoConflict } from '@console/shared-contract/api';
import { Checkbox } from '@console/shared-ui/choices';
import { toFieldName, type NamedRows } from '@console/shared-ui/history';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useChanges } from './activity.queries';
import { activityMessages } from './messages';
import { undoMessages } from './undo-messages';

/** Returns a key that identifies a conflict, for example in the set of conflicts that the user has selected. */
export const toConflictKey = ({ kind, subject, row }: UndoConflict) => `${kind} ${subject} ${row}`;
/** Whether the undo can overwrite the row. It cannot overwrite a row that another user has confirmed, or that can no longer be restored. */
const canOverwrite = ({ reason }: UndoConflict) => reason === 'changed' || reason === 'used';

interface ConflictRow {
  key: string;
  conflict: UndoConflict;
  field: string;
  before: string;
  after: string;
  current: string;
  /** Only the first row of a conflict shows its checkbox. */
  isFirst: boolean;
}

const formatValue = (value: unknown) => {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
const getKindName = ({ kind }: UndoConflict) => activityMessages.kinds[kind][0];

/** Returns the name of the changed row, or a general text for a former member. */
function getRowName({ kind, row }: UndoConflict, names: NamedRows): string {
  const name = names[row]?.name;
  return name ?? (kind === 'membership' ? activityMessages.formerMember : '');
}

function toConflictRows(conflict: UndoConflict): ConflictRow[] {
  const fields: Pick<ConflictRow, 'field' | 'before' | 'after' | 'current'>[] = conflict.fields.map(
    ({ field, before, after, current }) => ({
      field: toFieldName(field),
      before: formatValue(before),
      after: formatValue(after),
      current: formatValue(current),
    }),
  );
  const fieldRows =
    fields.length > 0 ? fields : [{ field: undoMessages.reasons[conflict.reason], before: '', after: '', current: '' }];
  return fieldRows.map((row, index) => ({
    ...row,
    key: `${toConflictKey(conflict)} ${row.field}`,
    conflict,
    isFirst: index === 0,
  }));
}

interface UndoConflictsProps {
  changeSet: number;
  conflicts: readonly UndoConflict[];
  chosenChanges: ReadonlySet<string>;
  onChoose: (key: string, isChosen: boolean) => void;
}

/** Table of the conflicts of an undo, with one row per conflicting field. */
export function UndoConflicts({ changeSet, conflicts, chosenChanges, onChoose }: UndoConflictsProps) {
  const { names } = useChanges(changeSet);
  const getName = (conflict: UndoConflict) => `${getKindName(conflict)} ${getRowName(conflict, names)}`.trim();
  const columns: readonly Column<ConflictRow>[] = [
    {
      id: 'choice',
      header: undoMessages.columns.choice,
      width: '112px',
      cell: ({ conflict, isFirst }) =>
        isFirst && canOverwrite(conflict) ? (
          <Checkbox
            aria-label={undoMessages.applyRow(getName(conflict))}
            checked={chosenChanges.has(toConflictKey(conflict))}
            onChange={(_, { checked }) => onChoose(toConflictKey(conflict), checked === true)}
          />
        ) : null,
    },
    { id: 'kind', header: undoMessages.columns.kind, cell: ({ conflict }) => getName(conflict) },
    { id: 'field', header: undoMessages.columns.field, width: '200px', cell: ({ field }) => field },
    { id: 'before', header: undoMessages.columns.before, width: '100px', cell: ({ before }) => before },
    { id: 'after', header: undoMessages.columns.after, width: '100px', cell: ({ after }) => after },
    { id: 'current', header: undoMessages.columns.current, width: '100px', cell: ({ current }) => current },
  ];
  return (
    <>
      <p>{undoMessages.conflicts(conflicts.length)}</p>
      <DataTable
        label={undoMessages.conflictTable}
        columns={columns}
        rows={conflicts.flatMap(toConflictRows)}
        rowId={({ key }) => key}
      />
    </>
  );
}

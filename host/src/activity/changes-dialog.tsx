import { usePermission } from '@console/shared-auth';
import type { Change, ChangeSet } from '@console/shared-contract/api';
import { Button, Caption1, ContentDialog, formatDateTime, PageLink } from '@console/shared-ui/basics';
import { describeSet, listFields, toFieldName, type FieldChange, type NamedRows } from '@console/shared-ui/history';
import { DataTable, type Column, type RowAction } from '@console/shared-ui/table';
import { useMemo } from 'react';
import { useChanges } from './activity.queries';
import { activityMessages } from './messages';
import { getShapeQuery } from './named-row';
import { RowLink } from './row-link';

const { details } = activityMessages;
/** Value of `action` for a change set that an import created. */
const IMPORT_ACTION = 'import-run';

/** A changed field of a row. */
interface FieldRow extends FieldChange {
  key: string;
  kind: string;
  change: Change;
}

function toFieldRows(change: Change, names: NamedRows): FieldRow[] {
  const kind = `${activityMessages.operations[change.operation]}: ${activityMessages.kinds[change.kind][0]}`;
  const fields = listFields(change, names);
  const shownFields = fields.length > 0 ? fields : [{ field: '', before: '', after: '' }];
  return shownFields.map((field) => ({ ...field, key: `${change.id} ${field.field}`, kind, change }));
}

const createColumns = (names: NamedRows): readonly Column<FieldRow>[] => [
  { id: 'kind', header: details.columns.kind, width: '180px', cell: ({ kind }) => kind },
  {
    id: 'row',
    header: details.columns.row,
    width: '180px',
    cell: ({ change: { kind, subject, row } }) => (
      // For a membership, link to the member: the subject of the change is the workspace.
      <RowLink id={kind === 'membership' ? row : subject} names={names} query={getShapeQuery(kind, row)} />
    ),
  },
  { id: 'field', header: details.columns.field, width: '150px', cell: ({ field }) => toFieldName(field) },
  { id: 'before', header: details.columns.before, width: '200px', cell: ({ before }) => before },
  { id: 'after', header: details.columns.after, width: '200px', cell: ({ after }) => after },
];

interface ChangesDialogProps {
  set: ChangeSet;
  /** The action that undoes the set, if it can be undone. */
  undo?: RowAction;
  onClose: () => void;
}

/** Dialog with the fields that a user action has changed. */
export function ChangesDialog({ set, undo, onClose }: ChangesDialogProps) {
  const canUndo = usePermission(undo?.permission ?? 'view');
  const { changes, names, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useChanges(set.id);
  const columns = useMemo(() => createColumns(names), [names]);
  const rows = useMemo(() => changes?.flatMap((change) => toFieldRows(change, names)), [changes, names]);
  const loadMore = () => void (hasNextPage && !isFetchingNextPage && fetchNextPage());
  return (
    <ContentDialog
      title={details.title}
      maxWidth="min(1100px, 96vw)"
      width="96vw"
      isClosePrimary
      actions={
        undo &&
        canUndo && (
          <Button
            icon={undo.icon}
            onClick={() => {
              onClose();
              undo.onClick?.();
            }}
          >
            {undo.label}
          </Button>
        )
      }
      onClose={onClose}
    >
      <Caption1 block>{`${formatDateTime(set.created)} · ${describeSet(set)}`}</Caption1>
      {set.summarized && (
        <Caption1 block>
          {details.summarized}{' '}
          {set.action === IMPORT_ACTION && (
            <PageLink to="/images" query="?import=list">
              {details.imports}
            </PageLink>
          )}
        </Caption1>
      )}
      {!set.can_undo && !set.summarized && <Caption1 block>{details.withoutUndo}</Caption1>}
      <DataTable
        label={details.title}
        columns={columns}
        rows={rows}
        rowId={({ key }) => key}
        error={error}
        failed={details.failed}
        onRetry={() => void refetch()}
        empty={details.empty}
        isGrowing={hasNextPage}
        onScrollEnd={loadMore}
      />
      {hasNextPage && (
        <Button disabledFocusable={isFetchingNextPage} onClick={loadMore}>
          {activityMessages.more}
        </Button>
      )}
    </ContentDialog>
  );
}

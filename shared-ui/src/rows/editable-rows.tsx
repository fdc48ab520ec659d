import { usePermission, useSeesWorkspace, type ChangeSetOption } from '@console/shared-auth';
import type { ChangedKind, DependentsCall } from '@console/shared-contract/api';
import type { Change, WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import { useCallback, useMemo, type ReactNode } from 'react';
import type { UrlParamsState } from '../url-params/use-url-params';
import { getDistinctNames } from '../format/names';
import { AddIcon, DeleteIcon, EditIcon } from '../icons';
import { createHistoryAction } from '../links/history-link';
import { rowMessages } from '../forms/row-messages';
import { DialogSlot, useDialog } from '../pages/dialog-slot';
import { ListBar } from '../list-section/list-bar';
import { ListSection } from '../list-section/list-section';
import { useLoadedList } from '../list-section/use-loaded-list';
import type { QueryLike } from '../states/query-like';
import type { Column, RowAction } from '../table/columns';
import type { Sort } from '../table/sort-rows';
import type { NamedRow, RowNoun } from './named-row';
import { DeleteRowDialog } from './delete-row-dialog';
import type { RowListParams } from './row-list-params';
import { useRowWrite, type RowSend } from './use-row-write';

/** Lists with more rows have a search field. */
const MAX_ROWS_WITHOUT_SEARCH = 12;

/**
 * Props of the form for a row, which the page provides as `form`. Pass `title`, `submitLabel` and `onClose` on to `EditDialog`.
 */
export interface RowFormProps<Row> {
  /** The edited row; null for a new row. */
  row: Row | null;
  /** Saves the row and shows messages about the result. `send` gets the current row, whose version it must send. */
  write: (send: RowSend<Row>) => ReturnType<ReturnType<typeof useRowWrite>['send']>;
  title: string;
  submitLabel: string;
  onClose: () => void;
}

export interface EditableRowsProps<Row extends NamedRow> {
  /** Title of the section, and accessible name of its table. */
  title: string;
  /** Anchor for `SectionLinks`. */
  anchor?: string;
  noun: RowNoun;
  /** Name of a row in messages. Default: `noun`. */
  messageNoun?: RowNoun;
  rows: QueryLike<readonly Row[]>;
  /** The first rows by name. They are shown while all rows load. */
  firstRows?: readonly Row[];
  /** Search and sort order, from `useUrlParams(defineRowListParams(...))`. */
  list: UrlParamsState<RowListParams>;
  /** Columns after the name column. Memoize `columns` and `rowActions`; otherwise the table renders again with each render of the page. */
  columns: readonly Column<Row>[];
  empty: string;
  /** Actions of a row before Edit and Delete. */
  rowActions?: (row: Row) => readonly RowAction[];
  /** Kind of the rows in the change log. If set, each row has a link to its history. */
  historyKind?: ChangedKind;
  actionsWidth?: string;
  form: (props: RowFormProps<Row>) => ReactNode;
  /** Deletes the row. Pass `options` to the call: it contains the change set key for the undo. */
  deleteRow: (row: Row, options: ChangeSetOption) => Promise<unknown>;
  /** Returns a text about other rows that are deleted with the row. Shown if the server cannot count the affected rows. */
  deletionNote?: (row: Row) => string | undefined;
  /** The call that counts the rows affected by the deletion of a row. */
  dependentsCall?: DependentsCall;
  /** Changes to announce after each write, even if it failed, so that affected queries are refetched. */
  changes: readonly Change[];
  /** Keys of cached lists that the writes update themselves. These lists are not refetched, because they can have thousands of rows. */
  updatedLists?: readonly WorkspaceKey[];
  onChanged?: () => void;
}

type RowDialogContent<Row> = { action: 'create' } | { action: 'edit' | 'delete'; row: Row };

/**
 * A list of labels, tasks or types. Users who may manage the workspace can create, edit and delete rows in dialogs. Opening a dialog does
 * not render the table again.
 */
export function EditableRows<Row extends NamedRow>(props: EditableRowsProps<Row>) {
  const {
    title,
    anchor,
    noun,
    messageNoun = noun,
    rows,
    list,
    columns,
    empty,
    rowActions,
    historyKind,
    actionsWidth,
    form,
  } = props;
  const { deleteRow, deletionNote, dependentsCall, changes, updatedLists, onChanged, firstRows } = props;
  const canEdit = usePermission('manage');
  const dialog = useDialog<RowDialogContent<Row>>();
  const restoreFocus = useRestoreFocusTarget();
  const { values } = list;
  const isSearch = values.search.trim() !== '';
  // With a search or another sort order, `firstRows` may not belong at the top of the list.
  const initialRows = isSearch || !isByName(values.sort) ? undefined : firstRows;
  const availableRows = rows.data ?? initialRows;
  const loadedList = useLoadedList<RowListParams, Row>({
    query: { data: availableRows, error: rows.error, refetch: rows.refetch },
    params: list,
  });
  const names = useMemo(() => getDistinctNames(availableRows ?? []), [availableRows]);
  const allColumns = useMemo(
    () => [
      {
        id: 'name',
        header: rowMessages.name,
        cell: (row: Row) => names.get(row.id) ?? row.name,
        sortValue: (row: Row) => row.name,
      },
      ...columns,
    ],
    [columns, names],
  );
  const seesWorkspace = useSeesWorkspace();
  const getRowActions = useCallback(
    (row: Row): readonly RowAction[] => [
      ...(rowActions?.(row) ?? []),
      ...(historyKind && seesWorkspace ? [createHistoryAction({ kind: historyKind, id: row.id, name: row.name })] : []),
      {
        label: rowMessages.editRow,
        icon: <EditIcon />,
        permission: 'manage',
        onClick: () => dialog.open({ action: 'edit', row }),
      },
      {
        label: rowMessages.deleteRow,
        icon: <DeleteIcon />,
        permission: 'manage',
        onClick: () => dialog.open({ action: 'delete', row }),
      },
    ],
    [rowActions, historyKind, dialog, seesWorkspace],
  );
  return (
    <ListSection
      title={title}
      anchor={anchor}
      hasCount={rows.data !== undefined}
      list={loadedList}
      columns={allColumns}
      rowActions={getRowActions}
      actionsWidth={actionsWidth}
      empty={empty}
      noMatch={rowMessages.noMatch}
      skeletonRows={2}
      isGrowing={rows.data === undefined && initialRows !== undefined}
      actions={
        canEdit && (
          <Button icon={<AddIcon />} onClick={() => dialog.open({ action: 'create' })} {...restoreFocus}>
            {rowMessages.create(noun)}
          </Button>
        )
      }
    >
      {(isSearch || (availableRows?.length ?? 0) > MAX_ROWS_WITHOUT_SEARCH) && (
        <ListBar label={rowMessages.search(noun)} search={values.search} onSearch={loadedList.setSearch} />
      )}
      <DialogSlot dialog={dialog}>
        {(content, close) =>
          content.action === 'delete' ? (
            <DeleteRowDialog
              row={content.row}
              noun={messageNoun}
              note={deletionNote?.(content.row)}
              dependents={dependentsCall && { call: dependentsCall, id: content.row.id }}
              deleteRow={deleteRow}
              changes={changes}
              updatedLists={updatedLists}
              onChanged={onChanged}
              onClose={close}
            />
          ) : (
            <RowForm
              // Pass the current row, so that the form receives changes by other users.
              row={content.action === 'edit' ? (rows.data?.find(({ id }) => id === content.row.id) ?? content.row) : null}
              noun={noun}
              messageNoun={messageNoun}
              form={form}
              changes={changes}
              updatedLists={updatedLists}
              onChanged={onChanged}
              onClose={close}
            />
          )
        }
      </DialogSlot>
    </ListSection>
  );
}

const isByName = (sort: Sort | undefined) => sort === undefined || (sort.columnId === 'name' && sort.direction === 'ascending');

interface RowFormSlotProps<Row extends NamedRow> extends Pick<
  EditableRowsProps<Row>,
  'noun' | 'form' | 'changes' | 'updatedLists' | 'onChanged'
> {
  row: Row | null;
  messageNoun: RowNoun;
  onClose: () => void;
}

function RowForm<Row extends NamedRow>({
  row,
  noun,
  messageNoun,
  form,
  changes,
  updatedLists,
  onChanged,
  onClose,
}: RowFormSlotProps<Row>) {
  const { send } = useRowWrite({ row, noun: messageNoun, changes, updatedLists, onChanged });
  // Call `form` as a function. As a component, it would have a new identity in each render and lose the user's input.
  return form({
    row,
    write: send,
    title: (row ? rowMessages.edit : rowMessages.create)(noun),
    submitLabel: row ? rowMessages.save : rowMessages.createSubmit,
    onClose,
  });
}

import type { Change, WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import { memo, useCallback, useMemo, type ReactNode } from 'react';
import type { UrlParamsState } from '../url-params/use-url-params';
import { getDistinctNames } from '../format/names';
import { AddIcon, DeleteIcon, EditIcon } from '../icons';
import { messages } from '../messages';
import { Section } from '../page/section';
import { DialogSlot, useDialog } from '../pages/dialog-slot';
import { ListBar, useNameSearch } from '../pages/list-bar';
import type { QueryLike } from '../pages/query-state';
import type { Column, RowAction } from '../table/columns';
import { DataTable } from '../table/data-table';
import type { Sort } from '../table/sort-rows';
import type { NamedRow, RowNoun } from './named-row';
import { DeleteRowDialog } from './delete-row-dialog';
import type { RowListParams } from './row-list-params';
import { useRowWrite, type RowSend } from './use-row-write';

const rowMessages = messages.rows;
/** With more than these a search is offered. */
const FEW = 12;

/** What a form of a row is given; it is the remote's own, with whatever fields its rows have. Spread the rest into `EditDialog`. */
export interface RowFormProps<Row> {
  /** null: a new row. */
  row: Row | null;
  /** Sends it with the rowMessages for it; `send` is given the row as it is now, for its version. */
  write: (send: RowSend<Row>) => ReturnType<ReturnType<typeof useRowWrite>['send']>;
  title: string;
  submitLabel: string;
  onClose: () => void;
}

export interface EditableRowsProps<Row extends NamedRow> {
  /** Of the section and its table. */
  title: string;
  /** For `SectionLinks`. */
  anchor?: string;
  noun: RowNoun;
  /** How messages name a row; as `noun` unless told. */
  messageNoun?: RowNoun;
  rows: QueryLike<readonly Row[]>;
  /** The first of them by name, while the others are still being read: they are shown meanwhile. */
  firstRows?: readonly Row[];
  /** Search and sort: `useAddress(rowsAddress)`. */
  list: UrlParamsState<RowListParams>;
  /** After the name, which every table has. Like `rowActions` it must not change from drawing to drawing, or the table is drawn with each. */
  columns: readonly Column<Row>[];
  empty: string;
  /** Actions of a row besides Edit and Delete. */
  rowActions?: (row: Row) => readonly RowAction[];
  actionsWidth?: string;
  form: (props: RowFormProps<Row>) => ReactNode;
  deleteRow: (row: Row) => Promise<unknown>;
  /** What else is deleted with a row. */
  deletionNote?: (row: Row) => string | undefined;
  /** What a write changes; said after one that was refused too. */
  changes: readonly Change[];
  /** Keys of lists in which what `form` writes, and `remove`, put the answer themselves: one row of thousands has none of them read again. */
  updatedLists?: readonly WorkspaceKey[];
  onChanged?: () => void;
}

type Open<Row> = { what: 'create' } | { what: 'edit' | 'remove'; row: Row };

/** A list of labels, tasks or types that are made, edited and deleted here; its dialogs are drawn beside the table, not with it. */
export function EditableRows<Row extends NamedRow>(props: EditableRowsProps<Row>) {
  const { title, anchor, noun, messageNoun = noun, rows, list, columns, empty, rowActions, actionsWidth, form } = props;
  const { deleteRow, deletionNote, changes, updatedLists, onChanged, firstRows } = props;
  const dialog = useDialog<Open<Row>>();
  const restoreFocus = useRestoreFocusTarget();
  const { values, set } = list;
  const isSearch = values.search.trim() !== '';
  // In another order, or to be searched, the first by name may be none of those that are wanted.
  const first = isSearch || !isByName(values.sort) ? undefined : firstRows;
  const known = rows.data ?? first;
  const found = useNameSearch(known, values.search);
  const names = useMemo(() => getDistinctNames(known ?? []), [known]);
  const all = useMemo(
    () => [
      { id: 'name', header: rowMessages.name, cell: (row: Row) => names.get(row.id) ?? row.name, sortValue: (row: Row) => row.name },
      ...columns,
    ],
    [columns, names],
  );
  const actionsOf = useCallback(
    (row: Row): readonly RowAction[] => [
      ...(rowActions?.(row) ?? []),
      { label: rowMessages.editRow, icon: <EditIcon />, onClick: () => dialog.open({ what: 'edit', row }) },
      { label: rowMessages.removeRow, icon: <DeleteIcon />, onClick: () => dialog.open({ what: 'remove', row }) },
    ],
    [rowActions, dialog],
  );
  const { refetch } = rows;
  const retry = useCallback(() => void refetch(), [refetch]);
  return (
    <Section
      title={title}
      anchor={anchor}
      count={rows.data?.length}
      actions={
        <Button icon={<AddIcon />} onClick={() => dialog.open({ what: 'create' })} {...restoreFocus}>
          {rowMessages.create(noun)}
        </Button>
      }
    >
      {(isSearch || (known?.length ?? 0) > FEW) && (
        <ListBar label={rowMessages.search(noun)} search={values.search} onSearch={(search) => set({ search })} />
      )}
      <Table
        label={title}
        columns={all}
        rows={found}
        rowId={idOf}
        sort={values.sort}
        onSortChange={useCallback((sort) => set({ sort }), [set])}
        rowActions={actionsOf}
        actionsWidth={actionsWidth}
        error={rows.error}
        onRetry={retry}
        empty={isSearch ? rowMessages.noMatch : empty}
        skeletonRows={2}
        isGrowing={rows.data === undefined && first !== undefined}
      />
      <DialogSlot of={dialog}>
        {(open, close) =>
          open.what === 'remove' ? (
            <DeleteRowDialog
              row={open.row}
              noun={messageNoun}
              note={deletionNote?.(open.row)}
              {...{ deleteRow, changes, updatedLists, onChanged }}
              onClose={close}
            />
          ) : (
            <RowForm
              row={open.what === 'edit' ? open.row : null}
              rows={rows.data}
              {...{ noun, messageNoun, form, changes, updatedLists, onChanged }}
              onClose={close}
            />
          )
        }
      </DialogSlot>
    </Section>
  );
}

const Table = memo(DataTable) as typeof DataTable;
const idOf = ({ id }: NamedRow) => id;
const isByName = (sort: Sort | undefined) => sort === undefined || (sort.columnId === 'name' && sort.direction === 'ascending');

interface RowFormSlotProps<Row extends NamedRow> extends Pick<
  EditableRowsProps<Row>,
  'noun' | 'form' | 'changes' | 'updatedLists' | 'onChanged'
> {
  row: Row | null;
  rows: readonly Row[] | undefined;
  messageNoun: RowNoun;
  onClose: () => void;
}

function RowForm<Row extends NamedRow>({
  row,
  rows,
  noun,
  messageNoun,
  form,
  changes,
  updatedLists,
  onChanged,
  onClose,
}: RowFormSlotProps<Row>) {
  const { send } = useRowWrite({ row, rows, noun: messageNoun, changes, updatedLists, onChanged });
  // Called and not drawn as a component: one that is made while drawing would lose what is typed with the next drawing.
  return form({
    row,
    write: send,
    title: (row ? rowMessages.edit : rowMessages.create)(noun),
    submitLabel: row ? rowMessages.save : rowMessages.createSubmit,
    onClose,
  });
}

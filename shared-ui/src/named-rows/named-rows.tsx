import { Button, useRestoreFocusTarget } from '@fluentui/react-components';
import { useState } from 'react';
import { AddIcon, DeleteIcon, EditIcon } from '../icons';
import { messages } from '../messages';
import { Section } from '../page/section';
import type { Column, RowAction } from '../table/columns';
import { DataTable } from '../table/data-table';
import { useNotify } from '../toasts/notify';
import type { NamedRow, RowNoun, RowValues } from './named-row';
import { RemoveDialog } from './remove-dialog';
import { RowDialog } from './row-dialog';

const words = messages.namedRows;
const byNameUpwards = { columnId: 'name', direction: 'ascending' } as const;

/** A list as a query of TanStack gives it. */
export interface LoadedRows<Row> {
  data: readonly Row[] | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** They reject with what the server refused. */
export interface RowWrites<Row> {
  create: (values: RowValues) => Promise<unknown>;
  update: (row: Row, values: RowValues) => Promise<unknown>;
  remove: (row: Row) => Promise<unknown>;
}

export interface NamedRowsProps<Row extends NamedRow> {
  /** Of the section and its table. */
  title: string;
  noun: RowNoun;
  /** How messages name a row; as `noun` unless told. */
  messageNoun?: RowNoun;
  rows: LoadedRows<Row>;
  /** After the name, which every table has. */
  columns?: readonly Column<Row>[];
  empty: string;
  /** Actions of a row besides Edit and Delete. */
  rowActions?: (row: Row) => readonly RowAction[];
  actionsWidth?: string;
  /** What the form starts with; null is a new row. */
  valuesOf: (row: Row | null) => RowValues;
  /** What else is deleted with a row. */
  removalNote?: (row: Row) => string | undefined;
  writes: RowWrites<Row>;
  /** After each write, also one that was refused: somebody else may have changed the row. */
  onChanged: () => void;
}

type Open<Row> = { form: 'create' } | { form: 'edit' | 'remove'; row: Row; wasRefused?: true };

/** A table of labels, tasks or types that are made, edited and deleted here, with the messages that tell of it. */
export function NamedRows<Row extends NamedRow>(props: NamedRowsProps<Row>) {
  const { title, noun, messageNoun = noun, rows, columns = [], empty, rowActions, actionsWidth, removalNote } = props;
  const notify = useNotify();
  const restoreFocus = useRestoreFocusTarget();
  const [open, setOpen] = useState<Open<Row> | null>(null);
  const close = () => setOpen(null);

  const write = async (call: Promise<unknown>, success?: string) => {
    try {
      await call;
    } finally {
      props.onChanged();
    }
    close();
    if (success) notify.success({ title: success });
  };
  const create = (values: RowValues) => write(props.writes.create(values), words.created(messageNoun));
  const update = async ({ row, wasRefused }: { row: Row; wasRefused?: true }, values: RowValues) => {
    // The first save goes by the row that the person saw. Once it was refused they know, and the next goes by the row as it is.
    const latest = wasRefused ? rows.data?.find(({ id }) => id === row.id) : undefined;
    try {
      await write(props.writes.update(latest ?? row, values), words.updated);
    } catch (error) {
      setOpen({ form: 'edit', row, wasRefused: true });
      throw error;
    }
  };

  return (
    <Section
      title={title}
      count={rows.data?.length}
      actions={
        <Button icon={<AddIcon />} onClick={() => setOpen({ form: 'create' })} {...restoreFocus}>
          {words.create(noun)}
        </Button>
      }
    >
      <DataTable
        label={title}
        columns={[
          { id: 'name', header: words.name, cell: (row: Row) => row.name, sortValue: (row: Row) => row.name },
          ...columns,
        ]}
        rows={rows.data}
        rowId={(row) => row.id}
        defaultSort={byNameUpwards}
        rowActions={(row) => [
          ...(rowActions?.(row) ?? []),
          { label: words.editRow, icon: <EditIcon />, onClick: () => setOpen({ form: 'edit', row }) },
          { label: words.removeRow, icon: <DeleteIcon />, onClick: () => setOpen({ form: 'remove', row }) },
        ]}
        actionsWidth={actionsWidth}
        error={rows.error}
        onRetry={() => void rows.refetch()}
        empty={empty}
        skeletonRows={2}
      />
      {open?.form === 'create' && (
        <RowDialog
          title={words.create(noun)}
          submitLabel={words.createSubmit}
          initial={props.valuesOf(null)}
          failure={words.createFailed(messageNoun)}
          onSubmit={create}
          onClose={close}
        />
      )}
      {open?.form === 'edit' && (
        <RowDialog
          title={words.edit(noun)}
          submitLabel={words.save}
          initial={props.valuesOf(open.row)}
          failure={words.updateFailed(messageNoun)}
          onSubmit={(values) => update(open, values)}
          onClose={close}
        />
      )}
      {open?.form === 'remove' && (
        <RemoveDialog
          noun={noun}
          name={open.row.name}
          note={removalNote?.(open.row)}
          onConfirm={() => write(props.writes.remove(open.row))}
          onClose={close}
        />
      )}
    </Section>
  );
}

import type { ReactNode } from 'react';
import { useOwnAddress } from '../address/use-address';
import { EditableRows } from '../rows/editable-rows';
import { rowsAddress } from '../rows/rows-address';
import type { Column, RowAction } from '../table/columns';
import type { NamedRow, RowNoun, RowValues } from '../rows/named-row';
import { RowDialog } from './row-dialog';

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

const ownAddress = rowsAddress([]);
const NONE: readonly never[] = [];

/** @deprecated For remotes that were built before `EditableRows`, which takes a form of the remote's own in place of `valuesOf`. */
export function NamedRows<Row extends NamedRow>(props: NamedRowsProps<Row>): ReactNode {
  const { valuesOf, writes, columns = NONE, ...rest } = props;
  const list = useOwnAddress(ownAddress);
  return (
    <EditableRows
      {...rest}
      columns={columns}
      list={list}
      changes={NONE}
      remove={writes.remove}
      form={({ row, write, ...dialog }) => (
        <RowDialog
          {...dialog}
          initial={valuesOf(row)}
          onSubmit={(values) => write((now) => (now ? writes.update(now, values) : writes.create(values)))}
        />
      )}
    />
  );
}

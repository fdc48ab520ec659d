import { Checkbox, makeStyles, mergeClasses, TableHeader, TableHeaderCell, TableRow, tokens } from '@fluentui/react-components';
import { messages } from '../messages';
import type { Column } from './columns';
import type { Sort } from './sort-rows';
import { CHECK_WIDTH, columnsBelow } from './table-row';

const useStyles = makeStyles({
  cell: {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    backgroundColor: tokens.colorNeutralBackground1,
    // A border of a collapsed table would scroll away under it.
    boxShadow: `inset 0 -1px 0 ${tokens.colorNeutralStroke2}`,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
    '& > *': { backgroundColor: 'transparent' },
    '& button': { fontWeight: tokens.fontWeightSemibold },
  },
  actions: { right: 0, zIndex: 3, ...columnsBelow },
  end: { '& > *': { justifyContent: 'flex-end' }, textAlign: 'end' },
});

export interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  /** By column; undefined takes the room that is left. */
  widths: readonly (string | undefined)[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
  /** Of the actions at the end of each row; undefined: there are none. */
  actionsWidth: string | undefined;
  /** Of all rows; undefined: rows cannot be ticked. */
  ticked?: boolean | 'mixed';
  onTickAll: (on: boolean) => void;
}

/** The head of a table; it stays while the rows scroll. */
export function TableHead<Row>({ columns, widths, sort, onSort, actionsWidth, ticked, onTickAll }: TableHeadProps<Row>) {
  const styles = useStyles();
  const sortBy = ({ id }: Column<Row>) =>
    onSort({ columnId: id, direction: sort?.columnId === id && sort.direction === 'ascending' ? 'descending' : 'ascending' });
  return (
    <TableHeader>
      <TableRow aria-rowindex={1}>
        {ticked !== undefined && (
          <TableHeaderCell sortable={false} className={styles.cell} style={{ width: CHECK_WIDTH }}>
            <Checkbox aria-label={messages.selectAll} checked={ticked} onChange={(_, data) => onTickAll(data.checked === true)} />
          </TableHeaderCell>
        )}
        {columns.map((column, at) => (
          <TableHeaderCell
            key={column.id}
            className={mergeClasses(styles.cell, column.align === 'end' && styles.end)}
            style={{ width: widths[at] }}
            sortable={column.sortValue !== undefined}
            sortDirection={sort?.columnId === column.id ? sort.direction : undefined}
            onClick={column.sortValue && (() => sortBy(column))}
          >
            {column.header}
          </TableHeaderCell>
        ))}
        {actionsWidth !== undefined && (
          <TableHeaderCell
            sortable={false}
            className={mergeClasses(styles.cell, styles.end, styles.actions)}
            style={{ width: actionsWidth }}
          >
            {messages.rowActions}
          </TableHeaderCell>
        )}
      </TableRow>
    </TableHeader>
  );
}

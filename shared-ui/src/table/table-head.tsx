import { Checkbox, makeStyles, mergeClasses, TableHeader, TableHeaderCell, TableRow, tokens } from '@fluentui/react-components';
import { tableMessages } from './table-messages';
import type { Column } from './columns';
import type { Sort } from './sort-rows';
import { CHECK_WIDTH, hiddenColumnsShadow } from './table-row';

const useStyles = makeStyles({
  cell: {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    backgroundColor: tokens.colorNeutralBackground1,
    // Use a shadow as the bottom border: with `border-collapse`, a border of the header would scroll with the rows.
    boxShadow: `inset 0 -1px 0 ${tokens.colorNeutralStroke2}`,
    // Keep a distance above and below a header that has two lines.
    paddingBlock: tokens.spacingVerticalXS,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
    '& > *': { backgroundColor: 'transparent' },
    '& button': { fontWeight: tokens.fontWeightSemibold },
  },
  actions: { right: 0, zIndex: 3, ...hiddenColumnsShadow },
  end: { '& > *': { justifyContent: 'flex-end' }, textAlign: 'end' },
});

export interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  /** CSS width of each column. The column with the width undefined uses the remaining space. */
  widths: readonly (string | undefined)[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
  /** Width of the action column; undefined without actions. */
  actionsWidth: string | undefined;
  /** Whether all rows are selected; undefined if rows cannot be selected. */
  selectionState?: boolean | 'mixed';
  onSelectAll: (isSelected: boolean) => void;
}

/** The header of a table, which stays visible while the rows scroll. */
export function TableHead<Row>({
  columns,
  widths,
  sort,
  onSort,
  actionsWidth,
  selectionState,
  onSelectAll,
}: TableHeadProps<Row>) {
  const styles = useStyles();
  const sortBy = ({ id }: Column<Row>) =>
    onSort({ columnId: id, direction: sort?.columnId === id && sort.direction === 'ascending' ? 'descending' : 'ascending' });
  return (
    <TableHeader>
      <TableRow aria-rowindex={1}>
        {selectionState !== undefined && (
          <TableHeaderCell sortable={false} className={styles.cell} style={{ width: CHECK_WIDTH }}>
            <Checkbox
              aria-label={tableMessages.selectAll}
              checked={selectionState}
              onChange={(_, data) => onSelectAll(data.checked === true)}
            />
          </TableHeaderCell>
        )}
        {columns.map((column, index) => (
          <TableHeaderCell
            key={column.id}
            className={mergeClasses(styles.cell, column.align === 'end' && styles.end)}
            style={{ width: widths[index] }}
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
            {tableMessages.rowActions}
          </TableHeaderCell>
        )}
      </TableRow>
    </TableHeader>
  );
}

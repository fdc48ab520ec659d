import { makeStyles, tokens } from '@console/shared-ui/basics';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  scroll: { overflowX: 'auto' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: tokens.fontSizeBase300,
    '& th': {
      textAlign: 'start',
      fontWeight: tokens.fontWeightSemibold,
      paddingBlock: tokens.spacingVerticalXS,
      paddingInlineEnd: tokens.spacingHorizontalM,
    },
    '& td': {
      paddingBlock: tokens.spacingVerticalS,
      paddingInlineEnd: tokens.spacingHorizontalM,
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
      verticalAlign: 'top',
    },
  },
});

export interface PlainTableProps {
  label: string;
  headers: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

/** A small table without sorting, selection or pages. */
export function PlainTable({ label, headers, rows }: PlainTableProps) {
  const styles = useStyles();
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header}>{header}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={headers[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

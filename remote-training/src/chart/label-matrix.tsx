import { makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { useRef, useState, type KeyboardEvent } from 'react';

const useStyles = makeStyles({
  frame: { overflow: 'auto', maxHeight: 'max(280px, min(720px, 75vh))' },
  table: { borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' },
  side: {
    maxWidth: '140px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightRegular,
    padding: tokens.spacingHorizontalXS,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  top: { position: 'sticky', top: 0, zIndex: 1, textAlign: 'center', maxWidth: '96px' },
  corner: { maxWidth: 'none' },
  start: { position: 'sticky', left: 0, textAlign: 'end' },
  cell: { padding: '1px', minWidth: '44px', textAlign: 'center' },
  button: {
    width: '100%',
    minWidth: '40px',
    height: '32px',
    border: 'none',
    borderRadius: tokens.borderRadiusSmall,
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  empty: { color: tokens.colorNeutralForeground4, cursor: 'default' },
});

interface LabelMatrixProps {
  /** Name of the table for screen readers. */
  label: string;
  /** Text of the corner cell. It explains the rows and columns. */
  corner: string;
  /** Label ids of rows and columns. `null` means no label. */
  labelIds: readonly (string | null)[];
  getCount: (row: string | null, column: string | null) => number;
  getLabelName: (id: string | null) => string;
  /** Returns the name of a cell for screen readers. */
  getCellName: (row: string, column: string, count: number) => string;
  onOpen: (row: string | null, column: string | null) => void;
}

const MOVES_BY_KEY: Record<string, readonly [number, number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** A confusion matrix with a single tab stop: Tab reaches one cell, and the arrow keys move to the other cells. */
export function LabelMatrix({ label, corner, labelIds, getCount, getLabelName, getCellName, onOpen }: LabelMatrixProps) {
  const styles = useStyles();
  const body = useRef<HTMLTableSectionElement>(null);
  const [[row, column], setPosition] = useState<readonly [number, number]>([0, 0]);
  const lastIndex = labelIds.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES_BY_KEY[event.key];
    // With Alt, the browser uses arrow keys to go back and forward.
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const nextCell = [clamp(row + move[0], lastIndex), clamp(column + move[1], lastIndex)] as const;
    setPosition(nextCell);
    body.current?.querySelector<HTMLElement>(`[data-at="${nextCell.join(' ')}"]`)?.focus();
  };
  const getRowMax = (id: string | null) => Math.max(1, ...labelIds.map((otherId) => getCount(id, otherId)));
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label} role="grid">
        <thead>
          <tr>
            <th className={mergeClasses(styles.side, styles.top, styles.corner)} scope="col">
              {corner}
            </th>
            {labelIds.map((id) => (
              <th key={toKey(id)} scope="col" className={mergeClasses(styles.side, styles.top)} title={getLabelName(id)}>
                {getLabelName(id)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown}>
          {labelIds.map((rowId, y) => (
            <tr key={toKey(rowId)}>
              <th scope="row" className={mergeClasses(styles.side, styles.start)} title={getLabelName(rowId)}>
                {getLabelName(rowId)}
              </th>
              {labelIds.map((columnId, x) => {
                const count = getCount(rowId, columnId);
                const colorStrength = Math.round((count / getRowMax(rowId)) * 46);
                const color = rowId === columnId ? '#2a9d74' : '#e0752d';
                return (
                  <td key={toKey(columnId)} className={styles.cell}>
                    <button
                      type="button"
                      data-at={`${y} ${x}`}
                      tabIndex={y === clamp(row, lastIndex) && x === clamp(column, lastIndex) ? 0 : -1}
                      aria-label={getCellName(getLabelName(rowId), getLabelName(columnId), count)}
                      aria-disabled={count === 0}
                      className={mergeClasses(styles.button, count === 0 && styles.empty)}
                      style={
                        count > 0
                          ? { backgroundColor: `color-mix(in srgb, ${color} ${colorStrength + 8}%, transparent)` }
                          : undefined
                      }
                      onFocus={() => setPosition([y, x])}
                      onClick={() => count > 0 && onOpen(rowId, columnId)}
                    >
                      {rowId === null && columnId === null ? '' : count.toLocaleString('en')}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const toKey = (id: string | null) => id ?? 'none';

const clamp = (value: number, max: number) => Math.max(0, Math.min(max, value));

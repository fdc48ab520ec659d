import type { EvaluationMeasures } from '@console/shared-contract/api';
import { Button, Caption1, DownloadIcon, ImagesIcon, makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { DataTable, type Column, type RowAction } from '@console/shared-ui/table';
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { downloadCsv } from '../csv';
import { messages } from '../messages';
import type { Behind } from './behind';
import { confusionsOf, matrixOf } from './confusion';

const words = messages.evaluation;
const pairsInAddress = defineUrlParams({ sort: { ...param.sort(['truth', 'said', 'count']), as: 'confusion-sort' } });
const useStyles = makeStyles({
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
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

export interface ConfusionProps {
  task: string;
  measures: EvaluationMeasures;
  names: ReadonlyMap<string, string>;
  onOpen: (behind: Behind) => void;
  fileName: string;
}

const idText = (id: string | null) => id ?? 'none';

/** What the model took for what: the labels that are wrong most often as a matrix, all pairs as a list. */
export function ConfusionMatrix({ task, measures: { labels, cells }, names, onOpen, fileName }: ConfusionProps) {
  const styles = useStyles();
  const matrix = useMemo(() => matrixOf(labels, cells), [labels, cells]);
  const nameOf = useCallback(
    (id: string | null) => (id === null ? words.nothing : (names.get(id) ?? messages.models.gone)),
    [names],
  );
  const open = useCallback(
    (truth: string | null, said: string | null) => onOpen({ task, truth: idText(truth), said: idText(said) }),
    [onOpen, task],
  );
  const shown = matrix.sides.filter((id) => id !== null).length;
  return (
    <>
      <p className={styles.hint}>{words.matrixHint}</p>
      {shown < matrix.all && <Caption1>{words.worst(shown, matrix.all)}</Caption1>}
      <Grid {...{ matrix, nameOf, open }} />
      <Pairs {...{ cells, nameOf, open, fileName }} />
    </>
  );
}

interface GridProps {
  matrix: ReturnType<typeof matrixOf>;
  nameOf: (id: string | null) => string;
  open: (truth: string | null, said: string | null) => void;
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** One cell is in the way of Tab; the arrow keys go to the others. */
function Grid({ matrix: { sides, countOf }, nameOf, open }: GridProps) {
  const styles = useStyles();
  const body = useRef<HTMLTableSectionElement>(null);
  const [[row, column], setAt] = useState<readonly [number, number]>([0, 0]);
  const last = sides.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = [clamp(row + step[0], last), clamp(column + step[1], last)] as const;
    setAt(next);
    body.current?.querySelector<HTMLElement>(`[data-at="${next.join(' ')}"]`)?.focus();
  };
  const mostIn = (truth: string | null) => Math.max(1, ...sides.map((said) => countOf(truth, said)));
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={words.matrix} role="grid">
        <thead>
          <tr>
            <th
              className={mergeClasses(styles.side, styles.top, styles.corner)}
              scope="col"
            >{`${words.truth} \\ ${words.said}`}</th>
            {sides.map((said) => (
              <th key={idText(said)} scope="col" className={mergeClasses(styles.side, styles.top)} title={nameOf(said)}>
                {nameOf(said)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown}>
          {sides.map((truth, y) => (
            <tr key={idText(truth)}>
              <th scope="row" className={mergeClasses(styles.side, styles.start)} title={nameOf(truth)}>
                {nameOf(truth)}
              </th>
              {sides.map((said, x) => {
                const count = countOf(truth, said);
                const share = Math.round((count / mostIn(truth)) * 46);
                const color = truth === said ? '#2a9d74' : '#e0752d';
                return (
                  <td key={idText(said)} className={styles.cell}>
                    <button
                      type="button"
                      data-at={`${y} ${x}`}
                      tabIndex={y === clamp(row, last) && x === clamp(column, last) ? 0 : -1}
                      aria-label={words.cell(nameOf(truth), nameOf(said), count)}
                      aria-disabled={count === 0}
                      className={mergeClasses(styles.button, count === 0 && styles.empty)}
                      style={
                        count > 0 ? { backgroundColor: `color-mix(in srgb, ${color} ${share + 8}%, transparent)` } : undefined
                      }
                      onFocus={() => setAt([y, x])}
                      onClick={() => count > 0 && open(truth, said)}
                    >
                      {truth === null && said === null ? '' : count.toLocaleString('en')}
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

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));

interface Pair {
  id: string;
  truth: string | null;
  said: string | null;
  count: number;
}

function Pairs({
  cells,
  nameOf,
  open,
  fileName,
}: Pick<GridProps, 'nameOf' | 'open'> & { cells: EvaluationMeasures['cells']; fileName: string }) {
  const { values, set } = useUrlParams(pairsInAddress);
  const rows = useMemo(
    () => confusionsOf(cells).map((cell): Pair => ({ ...cell, id: `${idText(cell.truth)} ${idText(cell.said)}` })),
    [cells],
  );
  const columns = useMemo(
    (): Column<Pair>[] => [
      { id: 'truth', header: words.truth, cell: ({ truth }) => nameOf(truth), sortValue: ({ truth }) => nameOf(truth) },
      { id: 'said', header: words.said, cell: ({ said }) => nameOf(said), sortValue: ({ said }) => nameOf(said) },
      {
        id: 'count',
        header: words.times,
        cell: ({ count }) => count.toLocaleString('en'),
        sortValue: ({ count }) => count,
        align: 'end',
        width: '96px',
      },
    ],
    [nameOf],
  );
  const actions = useCallback(
    ({ truth, said }: Pair): readonly RowAction[] => [
      { label: words.openBehind, icon: <ImagesIcon />, onClick: () => open(truth, said) },
    ],
    [open],
  );
  return (
    <>
      <DataTable
        label={words.confusions}
        columns={columns}
        rows={rows}
        rowId={idOf}
        sort={values.sort}
        onSortChange={(sort) => set({ sort })}
        rowActions={actions}
        actionsWidth="56px"
        empty={words.noConfusions}
      />
      <div>
        <Button
          icon={<DownloadIcon />}
          onClick={() =>
            downloadCsv(
              fileName,
              [words.truth, words.said, words.times],
              cells.map(({ truth, said, count }) => [nameOf(truth), nameOf(said), count]),
            )
          }
        >
          {words.downloadCsv}
        </Button>
      </div>
    </>
  );
}

const idOf = ({ id }: Pair) => id;

import type { EvaluationMeasures } from '@console/shared-contract/api';
import { Caption1, ImagesIcon, makeStyles, mergeClasses, tokens } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { DataTable, type Column, type RowAction } from '@console/shared-ui/table';
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { DownloadCsvButton } from '../../download-csv-button';
import { evaluationMessages } from '../data/evaluation-messages';
import { messages } from '../../messages';
import type { DecisionFilter } from '../data/decision-filter';
import { listConfusions, createConfusionMatrix } from './confusion';

const pairTableParams = defineUrlParams({ sort: { ...param.sort(['truth', 'said', 'count']), urlName: 'confusion-sort' } });
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

export interface ConfusionMatrixProps {
  task: string;
  measures: EvaluationMeasures;
  names: ReadonlyMap<string, string>;
  onOpen: (filter: DecisionFilter) => void;
  fileName: string;
}

const formatId = (id: string | null) => id ?? 'none';

/** Shows the labels with the most errors as a matrix, and all confused pairs of labels as a table. */
export function ConfusionMatrix({ task, measures: { labels, cells }, names, onOpen, fileName }: ConfusionMatrixProps) {
  const styles = useStyles();
  const matrix = useMemo(() => createConfusionMatrix(labels, cells), [labels, cells]);
  const getLabelName = useCallback(
    (id: string | null) => (id === null ? evaluationMessages.noLabel : (names.get(id) ?? messages.deletedLabel)),
    [names],
  );
  const openCell = useCallback(
    (truth: string | null, prediction: string | null) =>
      onOpen({ task, truth: formatId(truth), predicted: formatId(prediction) }),
    [onOpen, task],
  );
  const shownLabels = matrix.labelIds.filter((id) => id !== null).length;
  return (
    <>
      <p className={styles.hint}>{evaluationMessages.matrixHint}</p>
      {shownLabels < matrix.labelCount && <Caption1>{evaluationMessages.worst(shownLabels, matrix.labelCount)}</Caption1>}
      <MatrixGrid {...{ matrix, getLabelName, openCell }} />
      <ConfusionTable {...{ cells, getLabelName, openCell, fileName }} />
    </>
  );
}

interface GridProps {
  matrix: ReturnType<typeof createConfusionMatrix>;
  getLabelName: (id: string | null) => string;
  openCell: (truth: string | null, prediction: string | null) => void;
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** The matrix with a roving tab stop: Tab reaches one cell, and the arrow keys move to the others. */
function MatrixGrid({ matrix: { labelIds, getCount }, getLabelName, openCell }: GridProps) {
  const styles = useStyles();
  const body = useRef<HTMLTableSectionElement>(null);
  const [[row, column], setPosition] = useState<readonly [number, number]>([0, 0]);
  const last = labelIds.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = [clamp(row + step[0], last), clamp(column + step[1], last)] as const;
    setPosition(next);
    body.current?.querySelector<HTMLElement>(`[data-at="${next.join(' ')}"]`)?.focus();
  };
  const getRowMax = (truth: string | null) => Math.max(1, ...labelIds.map((prediction) => getCount(truth, prediction)));
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={evaluationMessages.matrix} role="grid">
        <thead>
          <tr>
            <th
              className={mergeClasses(styles.side, styles.top, styles.corner)}
              scope="col"
            >{`${evaluationMessages.annotated} \\ ${evaluationMessages.predicted}`}</th>
            {labelIds.map((prediction) => (
              <th
                key={formatId(prediction)}
                scope="col"
                className={mergeClasses(styles.side, styles.top)}
                title={getLabelName(prediction)}
              >
                {getLabelName(prediction)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown}>
          {labelIds.map((truth, y) => (
            <tr key={formatId(truth)}>
              <th scope="row" className={mergeClasses(styles.side, styles.start)} title={getLabelName(truth)}>
                {getLabelName(truth)}
              </th>
              {labelIds.map((prediction, x) => {
                const count = getCount(truth, prediction);
                const strength = Math.round((count / getRowMax(truth)) * 46);
                const color = truth === prediction ? '#2a9d74' : '#e0752d';
                return (
                  <td key={formatId(prediction)} className={styles.cell}>
                    <button
                      type="button"
                      data-at={`${y} ${x}`}
                      tabIndex={y === clamp(row, last) && x === clamp(column, last) ? 0 : -1}
                      aria-label={evaluationMessages.cell(getLabelName(truth), getLabelName(prediction), count)}
                      aria-disabled={count === 0}
                      className={mergeClasses(styles.button, count === 0 && styles.empty)}
                      style={
                        count > 0 ? { backgroundColor: `color-mix(in srgb, ${color} ${strength + 8}%, transparent)` } : undefined
                      }
                      onFocus={() => setPosition([y, x])}
                      onClick={() => count > 0 && openCell(truth, prediction)}
                    >
                      {truth === null && prediction === null ? '' : count.toLocaleString('en')}
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

const clamp = (value: number, max: number) => Math.max(0, Math.min(max, value));

interface ConfusionPair {
  id: string;
  truth: string | null;
  said: string | null;
  count: number;
}

function ConfusionTable({
  cells,
  getLabelName,
  openCell,
  fileName,
}: Pick<GridProps, 'getLabelName' | 'openCell'> & { cells: EvaluationMeasures['cells']; fileName: string }) {
  const { values, set } = useUrlParams(pairTableParams);
  const rows = useMemo(
    () => listConfusions(cells).map((cell): ConfusionPair => ({ ...cell, id: `${formatId(cell.truth)} ${formatId(cell.said)}` })),
    [cells],
  );
  const columns = useMemo(
    (): Column<ConfusionPair>[] => [
      {
        id: 'truth',
        header: evaluationMessages.annotated,
        cell: ({ truth }) => getLabelName(truth),
        sortValue: ({ truth }) => getLabelName(truth),
      },
      {
        id: 'said',
        header: evaluationMessages.predicted,
        cell: ({ said }) => getLabelName(said),
        sortValue: ({ said }) => getLabelName(said),
      },
      {
        id: 'count',
        header: evaluationMessages.occurrences,
        cell: ({ count }) => count.toLocaleString('en'),
        sortValue: ({ count }) => count,
        align: 'end',
        width: '96px',
      },
    ],
    [getLabelName],
  );
  const actions = useCallback(
    ({ truth, said }: ConfusionPair): readonly RowAction[] => [
      { label: evaluationMessages.openDecisions, icon: <ImagesIcon />, onClick: () => openCell(truth, said) },
    ],
    [openCell],
  );
  return (
    <>
      <DataTable
        label={evaluationMessages.confusions}
        columns={columns}
        rows={rows}
        rowId={getRowId}
        sort={values.sort}
        onSortChange={(sort) => set({ sort })}
        rowActions={actions}
        actionsWidth="56px"
        empty={evaluationMessages.noConfusions}
      />
      <DownloadCsvButton
        fileName={fileName}
        header={[evaluationMessages.annotated, evaluationMessages.predicted, evaluationMessages.occurrences]}
        getRows={() => cells.map(({ truth, said, count }) => [getLabelName(truth), getLabelName(said), count])}
      />
    </>
  );
}

const getRowId = ({ id }: ConfusionPair) => id;

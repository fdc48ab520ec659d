import type { EvaluationMeasures } from '@console/shared-contract/api';
import { Caption1, ImagesIcon, makeStyles, tokens } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { DataTable, type Column, type RowAction } from '@console/shared-ui/table';
import { useCallback, useMemo } from 'react';
import { LabelMatrix } from '../../chart/label-matrix';
import { DownloadCsvButton } from '../../download-csv-button';
import { evaluationMessages } from '../data/evaluation-messages';
import { messages } from '../../messages';
import type { DecisionFilter } from '../data/decision-filter';
import { listConfusions, createConfusionMatrix } from './confusion';

const pairTableParams = defineUrlParams({ sort: { ...param.sort(['truth', 'said', 'count']), urlName: 'confusion-sort' } });
const useStyles = makeStyles({ hint: { margin: 0, color: tokens.colorNeutralForeground3 } });

interface ConfusionMatrixProps {
  task: string;
  measures: EvaluationMeasures;
  names: ReadonlyMap<string, string>;
  onOpen: (filter: DecisionFilter) => void;
  fileName: string;
}

const formatId = (id: string | null) => id ?? 'none';

/** Shows the labels with the most errors as a matrix, and all confused pairs of labels as a table. */
export function ConfusionMatrix({ task: taskId, measures: { labels, cells }, names, onOpen, fileName }: ConfusionMatrixProps) {
  const styles = useStyles();
  const matrix = useMemo(() => createConfusionMatrix(labels, cells), [labels, cells]);
  const getLabelName = useCallback(
    (id: string | null) => (id === null ? evaluationMessages.noLabel : (names.get(id) ?? messages.deletedLabel)),
    [names],
  );
  const openCell = useCallback(
    (truth: string | null, prediction: string | null) =>
      onOpen({ task: taskId, truth: formatId(truth), predicted: formatId(prediction) }),
    [onOpen, taskId],
  );
  const shownLabels = matrix.labelIds.filter((id) => id !== null).length;
  return (
    <>
      <p className={styles.hint}>{evaluationMessages.matrixHint}</p>
      {shownLabels < matrix.labelCount && <Caption1>{evaluationMessages.shownLabels(shownLabels, matrix.labelCount)}</Caption1>}
      <LabelMatrix
        label={evaluationMessages.matrix}
        corner={`${evaluationMessages.annotated} \\ ${evaluationMessages.predicted}`}
        labelIds={matrix.labelIds}
        getCount={matrix.getCount}
        getLabelName={getLabelName}
        getCellName={evaluationMessages.cell}
        onOpen={openCell}
      />
      <ConfusionTable cells={cells} getLabelName={getLabelName} openCell={openCell} fileName={fileName} />
    </>
  );
}

interface ConfusionPair {
  id: string;
  /** Ids of the annotated and the predicted label. Null means no label. */
  truth: string | null;
  said: string | null;
  count: number;
}

function ConfusionTable({
  cells,
  getLabelName,
  openCell,
  fileName,
}: {
  cells: EvaluationMeasures['cells'];
  getLabelName: (id: string | null) => string;
  openCell: (truth: string | null, prediction: string | null) => void;
  fileName: string;
}) {
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
        cell: ({ said: prediction }) => getLabelName(prediction),
        sortValue: ({ said: prediction }) => getLabelName(prediction),
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
    ({ truth, said: prediction }: ConfusionPair): readonly RowAction[] => [
      { label: evaluationMessages.openDecisions, icon: <ImagesIcon />, onClick: () => openCell(truth, prediction) },
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
        getRows={() => cells.map(({ truth, said: prediction, count }) => [getLabelName(truth), getLabelName(prediction), count])}
      />
    </>
  );
}

const getRowId = ({ id }: ConfusionPair) => id;

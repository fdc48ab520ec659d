import type { EvaluatedTask, EvaluationMeasures } from '@console/shared-contract/api';
import {
  Button,
  getDistinctNames,
  Facts,
  formatScore,
  makeStyles,
  PickerField,
  Section,
  Text,
  tokens,
} from '@console/shared-ui/basics';
import { SliderField } from '@console/shared-ui/choices';
import { defineUrlParams, param, QueryState, useUrlParams } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import type { ChartMeasure, MeasuredRow } from '../../chart';
import { evaluationMessages } from '../data/evaluation-messages';
import { DecisionsDialog } from './decisions-dialog';
import { thresholdParam, type DecisionFilter } from '../data/decision-filter';
import { EvaluationComparison } from './comparison';
import { ConfusionMatrix } from '../confusion/confusion-matrix';
import { decisionUrlParams, useMeasures } from '../data/evaluation.queries';
import { MeasureView } from './measure-view';
import { RATIO_MEASURES, SKELETON_MEASURES } from './ratio-measures';

const VALUE_MEASURES: readonly ChartMeasure[] = [
  { key: 'error', name: evaluationMessages.error, kind: 'number' },
  { key: 'count', name: evaluationMessages.count, kind: 'count' },
];
const THRESHOLD_MEASURES = RATIO_MEASURES.slice(0, 2);
const urlParams = defineUrlParams({
  task: param.id(),
  threshold: thresholdParam,
  sort: param.sort(['name', 'precision', 'recall', 'error', 'count'], { columnId: 'count', direction: 'descending' }),
});
const thresholdTableParams = defineUrlParams({
  sort: {
    ...param.sort(['name', 'precision', 'recall'], { columnId: 'name', direction: 'ascending' }),
    urlName: 'threshold-sort',
  },
});
const skeletonTableParams = defineUrlParams({
  sort: {
    ...param.sort(['name', 'ap', 'ap50', 'ap75'], { columnId: 'ap', direction: 'descending' }),
    urlName: 'skeleton-sort',
  },
});
const useStyles = makeStyles({
  controls: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: tokens.spacingHorizontalXL },
  task: { flex: '0 1 320px', minWidth: 0 },
  slider: { flex: '0 1 360px', minWidth: 0 },
});

const toLabelRow = ({ id, name, precision, recall, error, count }: EvaluationMeasures['labels'][number]): MeasuredRow => ({
  id,
  name,
  values: { precision, recall, error, count },
});

/** Measures of one task of an evaluation: by label, as a confusion matrix, by threshold and compared with another evaluation. */
export function TaskMeasures({
  evaluation: evaluationId,
  tasks,
  topNames,
}: {
  evaluation: string;
  tasks: readonly EvaluatedTask[];
  /**
   * Label names by id. Includes the labels of the categorization task, and the other labels on the same images, which can belong
   * to other tasks.
   */
  topNames: ReadonlyMap<string, string>;
}) {
  const styles = useStyles();
  const { values, committedValues, set } = useUrlParams(urlParams);
  const decisionParams = useUrlParams(decisionUrlParams);
  const task = tasks.find(({ id }) => id === values.task) ?? tasks[0];
  const measures = useMeasures(evaluationId, task?.id ?? '', committedValues.threshold, task?.pictures ?? 0);
  const names = useMemo(() => getDistinctNames(measures.data?.labels ?? []), [measures.data?.labels]);
  const rows = useMemo(() => measures.data?.labels.map(toLabelRow) ?? [], [measures.data?.labels]);
  if (!task) return null;
  const isRegression = task.type === 'regression';
  const openDecisions = (filter: DecisionFilter) => decisionParams.set({ filter });
  const { filter } = decisionParams.values;
  return (
    <>
      <Section title={evaluationMessages.byTask} count={tasks.length > 1 ? tasks.length : undefined}>
        <div className={styles.controls}>
          <div className={styles.task}>
            <PickerField
              label={evaluationMessages.task}
              value={task.id}
              choices={tasks.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => set({ task: id, threshold: null })}
            />
          </div>
          {!isRegression && (
            <div className={styles.slider}>
              <SliderField
                label={evaluationMessages.threshold}
                hint={evaluationMessages.thresholdHint}
                min={0}
                max={1}
                step={0.05}
                value={values.threshold ?? Math.round(task.threshold * 100) / 100}
                onChange={(threshold) => set({ threshold: Math.round(threshold * 100) / 100 })}
              />
              {values.threshold !== null && (
                <Button size="small" onClick={() => set({ threshold: null })}>
                  {evaluationMessages.resetThreshold(task.threshold.toFixed(2))}
                </Button>
              )}
            </div>
          )}
        </div>
        <QueryState query={measures}>{(data) => <OverallMeasures task={task} measures={data} />}</QueryState>
      </Section>
      {measures.data && (
        <>
          <Section title={evaluationMessages.labelsOf(task.name)} count={rows.length}>
            <MeasureView
              label={evaluationMessages.labelsOf(task.name)}
              nameTitle={evaluationMessages.label}
              rows={rows}
              measures={isRegression ? VALUE_MEASURES : RATIO_MEASURES}
              sort={values.sort}
              onSortChange={(sort) => set({ sort })}
              onOpen={({ id }) => openDecisions({ task: task.id, label: id })}
              fileName={`evaluation-${evaluationId}-${task.id}.csv`}
            />
          </Section>
          <SkeletonSection
            evaluation={evaluationId}
            measures={measures.data}
            onOpen={(label) => openDecisions({ task: task.id, label })}
          />
          {!isRegression && (
            <>
              <Section title={evaluationMessages.matrix}>
                <ConfusionMatrix
                  task={task.id}
                  measures={measures.data}
                  names={names}
                  onOpen={openDecisions}
                  fileName={`evaluation-${evaluationId}-${task.id}-confusion.csv`}
                />
              </Section>
              <ThresholdSection evaluation={evaluationId} measures={measures.data} onPick={(threshold) => set({ threshold })} />
            </>
          )}
          <EvaluationComparison evaluation={evaluationId} measures={measures.data} isRegression={isRegression} />
        </>
      )}
      {filter && (
        <DecisionsDialog
          evaluation={evaluationId}
          filter={filter}
          names={new Map([...topNames, ...names])}
          threshold={committedValues.threshold}
          params={decisionParams}
          onClose={() => decisionParams.set({ filter: null })}
        />
      )}
    </>
  );
}

function OverallMeasures({ task, measures }: { task: EvaluatedTask; measures: EvaluationMeasures }) {
  const modelFacts = {
    [evaluationMessages.model(task.model_number)]: evaluationMessages.measuredOn(measures.pictures, measures.objects),
    ...(measures.accuracy !== null && { [evaluationMessages.accuracy]: formatScore(measures.accuracy) }),
    ...(measures.hamming_loss !== null && { [evaluationMessages.hammingLoss]: formatScore(measures.hamming_loss) }),
  };
  return <Facts values={modelFacts} />;
}

/** Average precision of the labels for which the model predicts skeletons. Renders nothing without such labels. */
function SkeletonSection({
  evaluation: evaluationId,
  measures: { labels, task },
  onOpen,
}: {
  evaluation: string;
  measures: EvaluationMeasures;
  onOpen: (label: string) => void;
}) {
  const { values, set } = useUrlParams(skeletonTableParams);
  const rows = useMemo(
    () => labels.flatMap(({ id, name, skeletons }): MeasuredRow[] => (skeletons ? [{ id, name, values: skeletons }] : [])),
    [labels],
  );
  if (rows.length === 0) return null;
  return (
    <Section title={evaluationMessages.skeletons} count={rows.length}>
      <Text>{evaluationMessages.skeletonsHint}</Text>
      <MeasureView
        label={evaluationMessages.skeletons}
        nameTitle={evaluationMessages.label}
        rows={rows}
        measures={SKELETON_MEASURES}
        sort={values.sort}
        onSortChange={(sort) => set({ sort })}
        onOpen={({ id }) => onOpen(id)}
        fileName={`evaluation-${evaluationId}-${task}-skeletons.csv`}
      />
    </Section>
  );
}

/** Precision and recall at each threshold. Selecting a row applies its threshold. */
function ThresholdSection({
  evaluation: evaluationId,
  measures: { by_threshold: thresholdMeasures },
  onPick,
}: {
  evaluation: string;
  measures: EvaluationMeasures;
  onPick: (threshold: number) => void;
}) {
  const { values, set } = useUrlParams(thresholdTableParams);
  const rows = useMemo(
    () =>
      thresholdMeasures.map(({ threshold, precision, recall }): MeasuredRow => {
        const text = threshold.toFixed(2);
        return { id: text, name: text, values: { precision, recall } };
      }),
    [thresholdMeasures],
  );
  return (
    <Section title={evaluationMessages.byThreshold}>
      <MeasureView
        label={evaluationMessages.byThreshold}
        nameTitle={evaluationMessages.threshold}
        rows={rows}
        measures={THRESHOLD_MEASURES}
        sort={values.sort}
        onSortChange={(sort) => set({ sort })}
        onOpen={({ id }) => onPick(Number(id))}
        openLabel={evaluationMessages.useThreshold}
        fileName={`evaluation-${evaluationId}-by-threshold.csv`}
      />
    </Section>
  );
}

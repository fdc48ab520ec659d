import type { EvaluatedTask, EvaluationMeasures } from '@console/shared-contract/api';
import {
  Button,
  getDistinctNames,
  Facts,
  formatScore,
  makeStyles,
  PickerField,
  Section,
  tokens,
} from '@console/shared-ui/basics';
import { SliderField } from '@console/shared-ui/choices';
import { defineUrlParams, param, QueryState, useUrlParams } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import type { Measure, MeasuredRow } from '../chart';
import { messages } from '../messages';
import { BehindDialog } from './behind-dialog';
import { behindParam, thresholdParam, type Behind } from './behind';
import { Comparison } from './comparison';
import { ConfusionMatrix } from './confusion-matrix';
import { useMeasures } from './evaluation.queries';
import { MeasureView } from './measure-view';

const words = messages.evaluation;
const SHARES: readonly Measure[] = [
  { key: 'precision', name: words.precision, kind: 'share' },
  { key: 'recall', name: words.recall, kind: 'share' },
  { key: 'count', name: words.count, kind: 'count' },
];
const VALUES: readonly Measure[] = [
  { key: 'error', name: words.error, kind: 'number' },
  { key: 'count', name: words.count, kind: 'count' },
];
const BY_THRESHOLD = SHARES.slice(0, 2);
const inAddress = defineUrlParams({
  task: param.id(),
  threshold: thresholdParam,
  sort: param.sort(['name', 'precision', 'recall', 'error', 'count'], { columnId: 'count', direction: 'descending' }),
});
const thresholdsInAddress = defineUrlParams({
  sort: {
    ...param.sort(['name', 'precision', 'recall'], { columnId: 'name', direction: 'ascending' }),
    as: 'threshold-sort',
  },
});
export const behindInAddress = defineUrlParams({
  behind: behindParam,
  behindPage: { ...param.page(), as: 'behind-page' },
});

const useStyles = makeStyles({
  controls: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: tokens.spacingHorizontalXL },
  task: { flex: '0 1 320px', minWidth: 0 },
  slider: { flex: '0 1 360px', minWidth: 0 },
});

const labelRow = ({ id, name, precision, recall, error, count }: EvaluationMeasures['labels'][number]): MeasuredRow => ({
  id,
  name,
  values: { precision, recall, error, count },
});

/** How good the model of one of an evaluation's tasks is, what it takes for what, and how it was before. */
export function TaskMeasures({
  evaluation,
  tasks,
  topNames,
}: {
  evaluation: string;
  tasks: readonly EvaluatedTask[];
  /** Names of labels that may be of other tasks. */
  topNames: ReadonlyMap<string, string>;
}) {
  const styles = useStyles();
  const { values, committed: asked, set } = useUrlParams(inAddress);
  const open = useUrlParams(behindInAddress);
  const task = tasks.find(({ id }) => id === values.task) ?? tasks[0];
  const measures = useMeasures(evaluation, task?.id ?? '', asked.threshold, task?.pictures ?? 0);
  const names = useMemo(() => getDistinctNames(measures.data?.labels ?? []), [measures.data?.labels]);
  const rows = useMemo(() => measures.data?.labels.map(labelRow) ?? [], [measures.data?.labels]);
  if (!task) return null;
  const isOfValues = task.type === 'regression';
  const show = (behind: Behind) => open.set({ behind, behindPage: 1 });
  const { behind, behindPage } = open.values;
  return (
    <>
      <Section title={words.byTask} count={tasks.length > 1 ? tasks.length : undefined}>
        <div className={styles.controls}>
          <div className={styles.task}>
            <PickerField
              label={words.task}
              value={task.id}
              choices={tasks.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => set({ task: id, threshold: null })}
            />
          </div>
          {!isOfValues && (
            <div className={styles.slider}>
              <SliderField
                label={words.threshold}
                hint={words.thresholdHint}
                min={0}
                max={1}
                step={0.05}
                value={values.threshold ?? Math.round(task.threshold * 100) / 100}
                onChange={(threshold) => set({ threshold: Math.round(threshold * 100) / 100 })}
              />
              {values.threshold !== null && (
                <Button size="small" onClick={() => set({ threshold: null })}>
                  {words.usualThreshold(task.threshold.toFixed(2))}
                </Button>
              )}
            </div>
          )}
        </div>
        <QueryState query={measures}>{(data) => <Overall task={task} measures={data} />}</QueryState>
      </Section>
      {measures.data && (
        <>
          <Section title={words.labelsOf(task.name)} count={rows.length}>
            <MeasureView
              label={words.labelsOf(task.name)}
              nameTitle={words.label}
              rows={rows}
              measures={isOfValues ? VALUES : SHARES}
              sort={values.sort}
              onSortChange={(sort) => set({ sort })}
              onOpen={({ id }) => show({ task: task.id, label: id })}
              fileName={`evaluation-${evaluation}-${task.id}.csv`}
            />
          </Section>
          {!isOfValues && (
            <>
              <Section title={words.matrix}>
                <ConfusionMatrix
                  task={task.id}
                  measures={measures.data}
                  names={names}
                  onOpen={show}
                  fileName={`evaluation-${evaluation}-${task.id}-confusion.csv`}
                />
              </Section>
              <ByThreshold evaluation={evaluation} measures={measures.data} onPick={(threshold) => set({ threshold })} />
            </>
          )}
          <Comparison evaluation={evaluation} measures={measures.data} isOfValues={isOfValues} />
        </>
      )}
      {behind && (
        <BehindDialog
          evaluation={evaluation}
          behind={behind}
          names={new Map([...topNames, ...names])}
          threshold={asked.threshold}
          page={behindPage}
          onPageChange={(page) => open.set({ behindPage: page })}
          onClose={() => open.set({ behind: null, behindPage: 1 })}
        />
      )}
    </>
  );
}

function Overall({ task, measures }: { task: EvaluatedTask; measures: EvaluationMeasures }) {
  const facts = {
    [words.model(task.model_number)]: words.measuredOn(measures.pictures, measures.objects),
    ...(measures.accuracy !== null && { [words.accuracy]: formatScore(measures.accuracy) }),
    ...(measures.hamming_loss !== null && { [words.hammingLoss]: formatScore(measures.hamming_loss) }),
  };
  return <Facts values={facts} />;
}

/** What is gained and lost by another threshold; a row sets it. */
function ByThreshold({
  evaluation,
  measures: { by_threshold: steps },
  onPick,
}: {
  evaluation: string;
  measures: EvaluationMeasures;
  onPick: (threshold: number) => void;
}) {
  const { values, set } = useUrlParams(thresholdsInAddress);
  const rows = useMemo(
    () =>
      steps.map(({ threshold, precision, recall }): MeasuredRow => {
        const text = threshold.toFixed(2);
        return { id: text, name: text, values: { precision, recall } };
      }),
    [steps],
  );
  return (
    <Section title={words.byThreshold}>
      <MeasureView
        label={words.byThreshold}
        nameTitle={words.threshold}
        rows={rows}
        measures={BY_THRESHOLD}
        sort={values.sort}
        onSortChange={(sort) => set({ sort })}
        onOpen={({ id }) => onPick(Number(id))}
        openLabel={words.useThreshold}
        fileName={`evaluation-${evaluation}-by-threshold.csv`}
      />
    </Section>
  );
}

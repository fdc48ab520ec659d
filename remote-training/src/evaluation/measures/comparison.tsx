import type { EvaluationMeasures } from '@console/shared-contract/api';
import { formatDateTime, PickerField, Section } from '@console/shared-ui/basics';
import { defineUrlParams, param, QueryState, useUrlParams } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import type { ChartMeasure, MeasuredRow } from '../../chart';
import { evaluationMessages } from '../data/evaluation-messages';
import { useEvaluations, useMeasures } from '../data/evaluation.queries';
import { MeasureView } from './measure-view';

const RATIO_KEYS = ['precision', 'recall'] as const;
const VALUE_KEYS = ['error'] as const;
type ComparedKey = (typeof RATIO_KEYS)[number] | (typeof VALUE_KEYS)[number];
const NAMES: Record<ComparedKey, string> = {
  precision: evaluationMessages.precision,
  recall: evaluationMessages.recall,
  error: evaluationMessages.error,
};

const columnIds = [...RATIO_KEYS, ...VALUE_KEYS].flatMap((key) => [`${key}-this`, `${key}-other`, `${key}-change`]);
const urlParams = defineUrlParams({
  with: param.id(),
  sort: { ...param.sort(['name', ...columnIds], { columnId: 'recall-change', direction: 'ascending' }), urlName: 'compare-sort' },
});

const createChartMeasures = (keys: readonly ComparedKey[]): ChartMeasure[] =>
  keys.flatMap((key): ChartMeasure[] => [
    { key: `${key}-this`, name: evaluationMessages.thisEvaluation(NAMES[key]), kind: key === 'error' ? 'number' : 'ratio' },
    { key: `${key}-other`, name: evaluationMessages.otherEvaluation(NAMES[key]), kind: key === 'error' ? 'number' : 'ratio' },
  ]);
const createChangeMeasures = (keys: readonly ComparedKey[]): ChartMeasure[] =>
  keys.map((key) => ({ key: `${key}-change`, name: evaluationMessages.change(NAMES[key]), kind: 'number' }));
const MEASURES = {
  ratios: [createChartMeasures(RATIO_KEYS), createChangeMeasures(RATIO_KEYS)],
  values: [createChartMeasures(VALUE_KEYS), createChangeMeasures(VALUE_KEYS)],
} as const;

const subtract = (minuend: number | null | undefined, subtrahend: number | null | undefined) =>
  minuend == null || subtrahend == null ? null : minuend - subtrahend;

/** Joins the labels of two evaluations by id. The values of a label that one evaluation does not contain are null. */
export function compareLabels(
  labels: EvaluationMeasures['labels'],
  otherLabels: EvaluationMeasures['labels'],
  keys: readonly ComparedKey[],
): MeasuredRow[] {
  const otherLabelsById = new Map(otherLabels.map((label) => [label.id, label]));
  const labelsById = new Map(labels.map((label) => [label.id, label]));
  return [...labels, ...otherLabels.filter(({ id }) => !labelsById.has(id))].map(({ id, name }): MeasuredRow => {
    const [measuredLabel, otherLabel] = [labelsById.get(id), otherLabelsById.get(id)];
    const values = keys.flatMap((key) => [
      [`${key}-this`, measuredLabel?.[key] ?? null],
      [`${key}-other`, otherLabel?.[key] ?? null],
      [`${key}-change`, subtract(measuredLabel?.[key], otherLabel?.[key])],
    ]);
    return { id, name, values: Object.fromEntries(values) as MeasuredRow['values'] };
  });
}

/** Compares an evaluation with another one of the same task. The labels with the largest loss of recall are first. */
export function EvaluationComparison({
  evaluation: evaluationId,
  measures,
  isRegression,
}: {
  evaluation: string;
  measures: EvaluationMeasures;
  isRegression: boolean;
}) {
  const { task: taskId } = measures;
  const { values, set } = useUrlParams(urlParams);
  const evaluations = useEvaluations(taskId);
  const choices = useMemo(
    () =>
      (evaluations.data ?? []).flatMap(({ id, created, tasks }) => {
        const evaluatedTask = tasks?.find((candidate) => candidate.id === taskId);
        if (id === evaluationId || !evaluatedTask || evaluatedTask.pictures === 0) return [];
        return [{ value: id, label: formatDateTime(created), detail: evaluationMessages.model(evaluatedTask.model_number) }];
      }),
    [evaluations.data, evaluationId, taskId],
  );
  const selectedChoice = choices.find(({ value }) => value === values.with);
  const otherMeasures = useMeasures(values.with, taskId, null, selectedChoice ? 1 : 0);
  const [chartMeasures, tableOnlyMeasures] = isRegression ? MEASURES.values : MEASURES.ratios;
  const measureKeys = isRegression ? VALUE_KEYS : RATIO_KEYS;
  const rows = useMemo(
    () => (otherMeasures.data ? compareLabels(measures.labels, otherMeasures.data.labels, measureKeys) : []),
    [measures, otherMeasures.data, measureKeys],
  );
  return (
    <Section title={evaluationMessages.compare}>
      <PickerField
        label={evaluationMessages.compare}
        placeholder={choices.length > 0 ? evaluationMessages.compare : evaluationMessages.noComparison}
        value={selectedChoice ? values.with : ''}
        choices={choices}
        disabled={choices.length === 0}
        onChange={(id) => set({ with: id })}
      />
      {selectedChoice && (
        <QueryState query={otherMeasures}>
          {() => (
            <MeasureView
              label={evaluationMessages.comparison(selectedChoice.label)}
              nameTitle={evaluationMessages.label}
              rows={rows}
              measures={chartMeasures}
              tableOnlyMeasures={tableOnlyMeasures}
              sort={values.sort}
              onSortChange={(sort) => set({ sort })}
              fileName={`evaluation-${evaluationId}-and-${values.with}.csv`}
            />
          )}
        </QueryState>
      )}
    </Section>
  );
}

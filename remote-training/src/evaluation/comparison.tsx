import type { EvaluationMeasures } from '@console/shared-contract/api';
import { formatDateTime, PickerField, Section } from '@console/shared-ui/basics';
import { defineUrlParams, param, QueryState, useUrlParams } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import type { Measure, MeasuredRow } from '../chart';
import { messages } from '../messages';
import { useEvaluations, useMeasures } from './evaluation.queries';
import { MeasureView } from './measure-view';

const words = messages.evaluation;
const OF_SHARES = ['precision', 'recall'] as const;
const OF_VALUES = ['error'] as const;
type Compared = (typeof OF_SHARES)[number] | (typeof OF_VALUES)[number];
const NAMES: Record<Compared, string> = { precision: words.precision, recall: words.recall, error: words.error };

const columnIds = [...OF_SHARES, ...OF_VALUES].flatMap((key) => [`${key}-this`, `${key}-other`, `${key}-change`]);
const inAddress = defineUrlParams({
  with: param.id(),
  sort: { ...param.sort(['name', ...columnIds], { columnId: 'recall-change', direction: 'ascending' }), as: 'compare-sort' },
});

const drawn = (keys: readonly Compared[]): Measure[] =>
  keys.flatMap((key): Measure[] => [
    { key: `${key}-this`, name: words.this(NAMES[key]), kind: key === 'error' ? 'number' : 'share' },
    { key: `${key}-other`, name: words.other(NAMES[key]), kind: key === 'error' ? 'number' : 'share' },
  ]);
const changes = (keys: readonly Compared[]): Measure[] =>
  keys.map((key) => ({ key: `${key}-change`, name: words.change(NAMES[key]), kind: 'number' }));
const MEASURES = { shares: [drawn(OF_SHARES), changes(OF_SHARES)], values: [drawn(OF_VALUES), changes(OF_VALUES)] } as const;

const less = (one: number | null | undefined, other: number | null | undefined) =>
  one == null || other == null ? null : one - other;

/** Labels of either, by their ids; what one of them does not have is undefined there. */
export function compareLabels(
  these: EvaluationMeasures['labels'],
  others: EvaluationMeasures['labels'],
  keys: readonly Compared[],
): MeasuredRow[] {
  const other = new Map(others.map((label) => [label.id, label]));
  const known = new Map(these.map((label) => [label.id, label]));
  return [...these, ...others.filter(({ id }) => !known.has(id))].map(({ id, name }): MeasuredRow => {
    const [one, two] = [known.get(id), other.get(id)];
    const values = keys.flatMap((key) => [
      [`${key}-this`, one?.[key] ?? null],
      [`${key}-other`, two?.[key] ?? null],
      [`${key}-change`, less(one?.[key], two?.[key])],
    ]);
    return { id, name, values: Object.fromEntries(values) as MeasuredRow['values'] };
  });
}

/** Another evaluation of the same task, label by label: what has become worse stands first. */
export function Comparison({
  evaluation,
  measures,
  isOfValues,
}: {
  evaluation: string;
  measures: EvaluationMeasures;
  isOfValues: boolean;
}) {
  const { task } = measures;
  const { values, set } = useUrlParams(inAddress);
  const evaluations = useEvaluations(task);
  const choices = useMemo(
    () =>
      (evaluations.data ?? []).flatMap(({ id, created, tasks }) => {
        const own = tasks?.find((each) => each.id === task);
        if (id === evaluation || !own || own.pictures === 0) return [];
        return [{ value: id, label: formatDateTime(created), detail: words.model(own.model_number) }];
      }),
    [evaluations.data, evaluation, task],
  );
  const chosen = choices.find(({ value }) => value === values.with);
  const other = useMeasures(values.with, task, null, chosen ? 1 : 0);
  const [shown, besides] = isOfValues ? MEASURES.values : MEASURES.shares;
  const keys = isOfValues ? OF_VALUES : OF_SHARES;
  const rows = useMemo(
    () => (other.data ? compareLabels(measures.labels, other.data.labels, keys) : []),
    [measures, other.data, keys],
  );
  return (
    <Section title={words.compare}>
      <PickerField
        label={words.compare}
        placeholder={choices.length > 0 ? words.compare : words.noCompare}
        value={chosen ? values.with : ''}
        choices={choices}
        disabled={choices.length === 0}
        onChange={(id) => set({ with: id })}
      />
      {chosen && (
        <QueryState query={other}>
          {() => (
            <MeasureView
              label={words.comparison(chosen.label)}
              nameTitle={words.label}
              rows={rows}
              measures={shown}
              besides={besides}
              sort={values.sort}
              onSortChange={(sort) => set({ sort })}
              fileName={`evaluation-${evaluation}-and-${values.with}.csv`}
            />
          )}
        </QueryState>
      )}
    </Section>
  );
}

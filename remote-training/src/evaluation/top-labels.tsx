import type { Evaluation } from '@console/shared-contract/api';
import { EmptyState, PickerField, Section } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import type { Measure, MeasuredRow } from '../chart';
import { messages } from '../messages';
import type { Behind } from './behind';
import { MeasureView } from './measure-view';

const words = messages.evaluation;
const TOP: readonly Measure[] = [
  { key: 'accuracy', name: words.accuracy, kind: 'share' },
  { key: 'hamming', name: words.hammingLoss, kind: 'share' },
  { key: 'count', name: words.count, kind: 'count' },
];
const SUB: readonly Measure[] = [
  { key: 'precision', name: words.precision, kind: 'share' },
  { key: 'recall', name: words.recall, kind: 'share' },
  { key: 'count', name: words.count, kind: 'count' },
];
const most = { columnId: 'count', direction: 'descending' } as const;
const inAddress = defineUrlParams({
  label: param.id(),
  topSort: { ...param.sort(['name', 'accuracy', 'hamming', 'count'], most), as: 'top-sort' },
  subSort: { ...param.sort(['name', 'precision', 'recall', 'count'], most), as: 'sub-sort' },
});

type TopLabel = Evaluation['result']['top_labels'][number];

const topRow = ({ id, name, accuracy, hamming_loss: hamming, count }: TopLabel): MeasuredRow => ({
  id,
  name,
  values: { accuracy, hamming, count },
});
// Evaluations of before have no ids of these: their place stands for them.
const subRow = ({ id, name, precision, recall, count }: TopLabel['labels'][number], index: number): MeasuredRow => ({
  id: id ?? `#${index}`,
  name,
  values: { precision, recall, count },
});

/** What was said of the labels of categorisations, and on the pictures of one of them of all other labels. */
export function TopLabels({
  evaluation,
  topLabels,
  onOpen,
}: {
  evaluation: string;
  topLabels: readonly TopLabel[];
  /** Undefined: this evaluation keeps no pictures. */
  onOpen: ((behind: Behind) => void) | undefined;
}) {
  const { values, set } = useUrlParams(inAddress);
  const selected = topLabels.find(({ id }) => id === values.label);
  const topRows = useMemo(() => topLabels.map(topRow), [topLabels]);
  const subRows = useMemo(() => selected?.labels.map(subRow) ?? [], [selected]);
  const choices = useMemo(() => topLabels.map(({ id, name }) => ({ value: id, label: name })), [topLabels]);
  return (
    <>
      <Section title={words.topLabels} count={topLabels.length}>
        <MeasureView
          label={words.topLabels}
          nameTitle={words.label}
          rows={topRows}
          measures={TOP}
          sort={values.topSort}
          onSortChange={(topSort) => set({ topSort })}
          onOpen={onOpen && (({ id }) => onOpen({ truth: id }))}
          fileName={`evaluation-${evaluation}-top-labels.csv`}
        />
      </Section>
      <PickerField
        label={words.select}
        placeholder={words.select}
        value={values.label}
        choices={choices}
        onChange={(label) => set({ label })}
      />
      {selected && (
        <Section title={words.subLabels(selected.name)} count={selected.labels.length}>
          {selected.labels.length === 0 ? (
            <EmptyState>{words.noSubLabels}</EmptyState>
          ) : (
            <MeasureView
              label={words.subLabels(selected.name)}
              nameTitle={words.label}
              rows={subRows}
              measures={SUB}
              sort={values.subSort}
              onSortChange={(subSort) => set({ subSort })}
              onOpen={onOpen && (({ id }) => onOpen({ label: id, among: selected.id }))}
              fileName={`evaluation-${evaluation}-labels-of-${selected.id}.csv`}
            />
          )}
        </Section>
      )}
    </>
  );
}

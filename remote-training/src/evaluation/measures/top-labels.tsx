import type { Evaluation } from '@console/shared-contract/api';
import { EmptyState, PickerField, Section } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import type { ChartMeasure, MeasuredRow } from '../../chart';
import { evaluationMessages } from '../data/evaluation-messages';
import { RATIO_MEASURES } from './ratio-measures';
import type { DecisionFilter } from '../data/decision-filter';
import { MeasureView } from './measure-view';

const TOP_MEASURES: readonly ChartMeasure[] = [
  { key: 'accuracy', name: evaluationMessages.accuracy, kind: 'ratio' },
  { key: 'hamming', name: evaluationMessages.hammingLoss, kind: 'ratio' },
  { key: 'count', name: evaluationMessages.count, kind: 'count' },
];
const defaultSort = { columnId: 'count', direction: 'descending' } as const;
const urlParams = defineUrlParams({
  label: param.id(),
  topSort: { ...param.sort(['name', 'accuracy', 'hamming', 'count'], defaultSort), urlName: 'top-sort' },
  subSort: { ...param.sort(['name', 'precision', 'recall', 'count'], defaultSort), urlName: 'sub-sort' },
});

type TopLabel = Evaluation['result']['top_labels'][number];

const toTopLabelRow = ({ id, name, accuracy, hamming_loss: hammingLoss, count }: TopLabel): MeasuredRow => ({
  id,
  name,
  values: { accuracy, hamming: hammingLoss, count },
});
// Older evaluations have no ids for these labels, so use the index to identify them.
const toLabelRow = ({ id, name, precision, recall, count }: TopLabel['labels'][number], index: number): MeasuredRow => ({
  id: id ?? `#${index}`,
  name,
  values: { precision, recall, count },
});

/** Measures of the categorization labels. For a selected label, also measures of all other labels on the images that have it. */
export function TopLabels({
  evaluation: evaluationId,
  topLabels,
  onOpen,
}: {
  evaluation: string;
  topLabels: readonly TopLabel[];
  /** Undefined if the images of this evaluation have been deleted. */
  onOpen: ((filter: DecisionFilter) => void) | undefined;
}) {
  const { values, set } = useUrlParams(urlParams);
  const selectedLabel = topLabels.find(({ id }) => id === values.label);
  const topLabelRows = useMemo(() => topLabels.map(toTopLabelRow), [topLabels]);
  const labelRows = useMemo(() => selectedLabel?.labels.map(toLabelRow) ?? [], [selectedLabel]);
  const choices = useMemo(() => topLabels.map(({ id, name }) => ({ value: id, label: name })), [topLabels]);
  return (
    <>
      <Section title={evaluationMessages.topLabels} count={topLabels.length}>
        <MeasureView
          label={evaluationMessages.topLabels}
          nameTitle={evaluationMessages.label}
          rows={topLabelRows}
          measures={TOP_MEASURES}
          sort={values.topSort}
          onSortChange={(topSort) => set({ topSort })}
          onOpen={onOpen && (({ id }) => onOpen({ truth: id }))}
          fileName={`evaluation-${evaluationId}-top-labels.csv`}
        />
      </Section>
      <PickerField
        label={evaluationMessages.select}
        placeholder={evaluationMessages.select}
        value={values.label}
        choices={choices}
        onChange={(label) => set({ label })}
      />
      {selectedLabel && (
        <Section title={evaluationMessages.subLabels(selectedLabel.name)} count={selectedLabel.labels.length}>
          {selectedLabel.labels.length === 0 ? (
            <EmptyState>{evaluationMessages.noSubLabels}</EmptyState>
          ) : (
            <MeasureView
              label={evaluationMessages.subLabels(selectedLabel.name)}
              nameTitle={evaluationMessages.label}
              rows={labelRows}
              measures={RATIO_MEASURES}
              sort={values.subSort}
              onSortChange={(subSort) => set({ subSort })}
              onOpen={onOpen && (({ id }) => onOpen({ label: id, imageLabel: selectedLabel.id }))}
              fileName={`evaluation-${evaluationId}-labels-of-${selectedLabel.id}.csv`}
            />
          )}
        </Section>
      )}
    </>
  );
}

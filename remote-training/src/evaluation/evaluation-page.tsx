import type { Evaluation } from '@console/shared-contract/api';
import { EmptyState, formatDateTime, Page, Section } from '@console/shared-ui/basics';
import { SelectField } from '@console/shared-ui/choices';
import { defineAddress, param, QueryState, useAddress } from '@console/shared-ui/pages';
import { useParams } from 'react-router-dom';
import { BarChart } from '../chart/bar-chart';
import { messages } from '../messages';
import { useEvaluation } from './evaluation.queries';

const words = messages.evaluation;
const labelInAddress = defineAddress({ label: param.id() });
const rounded = (value: number | null) => (value === null ? 0 : Math.round(value * 1000) / 1000);
export function EvaluationPage() {
  const { id = '' } = useParams();
  const evaluation = useEvaluation(id);
  return (
    <Page title={words.title} subtitle={evaluation.data && words.created(formatDateTime(evaluation.data.created))}>
      <QueryState query={evaluation} notFound={words.notFound}>
        {({ result }) => <Result topLabels={result.top_labels} />}
      </QueryState>
    </Page>
  );
}

/** Shares are 0 to 1 and counts are whole numbers, so the two are drawn apart: on one axis the shares would vanish. */
function Result({ topLabels }: { topLabels: Evaluation['result']['top_labels'] }) {
  const { values, set } = useAddress(labelInAddress);
  const selected = topLabels.find((label) => label.id === values.label);
  if (topLabels.length === 0) return <EmptyState>{words.none}</EmptyState>;
  return (
    <>
      <Section title={words.topLabels} count={topLabels.length}>
        <BarChart
          label={`${words.topLabels}: ${words.accuracy}, ${words.hammingLoss}`}
          rows={topLabels.map((label) => ({
            name: label.name,
            [words.accuracy]: rounded(label.accuracy),
            [words.hammingLoss]: rounded(label.hamming_loss),
          }))}
          indexBy="name"
          keys={[words.accuracy, words.hammingLoss]}
        />
        <BarChart
          label={`${words.topLabels}: ${words.count}`}
          rows={topLabels.map((label) => ({ name: label.name, [words.count]: label.count }))}
          indexBy="name"
          keys={[words.count]}
          height={220}
        />
      </Section>
      <SelectField
        label={words.select}
        value={values.label}
        onChange={(label) => set({ label })}
        placeholder={words.select}
        choices={topLabels.map((label) => ({ value: label.id, label: label.name }))}
      />
      {selected && (
        <Section title={words.subLabels(selected.name)} count={selected.labels.length}>
          {selected.labels.length === 0 ? (
            <EmptyState>{words.noSubLabels}</EmptyState>
          ) : (
            <>
              <BarChart
                label={`${words.subLabels(selected.name)}: ${words.precision}, ${words.recall}`}
                rows={selected.labels.map((label) => ({
                  name: label.name,
                  [words.precision]: rounded(label.precision),
                  [words.recall]: rounded(label.recall),
                }))}
                indexBy="name"
                keys={[words.precision, words.recall]}
              />
              <BarChart
                label={`${words.subLabels(selected.name)}: ${words.count}`}
                rows={selected.labels.map((label) => ({ name: label.name, [words.count]: label.count }))}
                indexBy="name"
                keys={[words.count]}
                height={220}
              />
            </>
          )}
        </Section>
      )}
    </>
  );
}

import type { RecognitionLabel } from '@console/shared-contract/api';
import { EmptyState, ErrorState, Field, Input, Section, SkeletonRows } from '@console/shared-ui/basics';
import { useState } from 'react';
import { BarChart } from '../chart/bar-chart';
import { messages } from '../messages';
import { useHistogram } from './label.queries';

const words = messages.label;

/** A tenth of the label's range, in whole steps where it has a step. */
function defaultBinSize({ min_value: min, max_value: max, step_value: step }: RecognitionLabel): number {
  if (min === null || max === null || max <= min) return step ?? 1;
  const tenth = (max - min) / 10;
  return step ? Math.max(step, Math.round(tenth / step) * step) : tenth;
}

export function ValueHistogram({ label, containing }: { label: RecognitionLabel; containing: string | null }) {
  const [text, setText] = useState(() => String(defaultBinSize(label)));
  const binSize = Number(text);
  const isValid = text.trim() !== '' && Number.isFinite(binSize) && binSize > 0;
  const histogram = useHistogram(label.id, binSize, containing, isValid);
  const rows = histogram.data?.bins.map((bin, index) => ({
    bin: String(Math.round(bin * 1000) / 1000),
    [words.images]: histogram.data.counts_images[index] ?? 0,
    [words.objects]: histogram.data.counts_objects[index] ?? 0,
  }));
  const isEmpty =
    histogram.data !== undefined &&
    [...histogram.data.counts_images, ...histogram.data.counts_objects].every((count) => count === 0);
  return (
    <Section title={words.histogram}>
      <Field label={words.binSize} validationMessage={isValid ? undefined : words.binSizeInvalid} style={{ maxWidth: 200 }}>
        <Input type="number" min={0} step="any" value={text} onChange={(_, data) => setText(data.value)} />
      </Field>
      {histogram.error && <ErrorState error={histogram.error} onRetry={() => void histogram.refetch()} />}
      {isValid && histogram.isPending && <SkeletonRows />}
      {isEmpty && <EmptyState>{words.noValues}</EmptyState>}
      {rows && !isEmpty && <BarChart label={words.histogram} rows={rows} indexBy="bin" keys={[words.images, words.objects]} />}
    </Section>
  );
}

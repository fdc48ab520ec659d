import { ApiError } from '@console/shared-auth';
import type { RecognitionLabel } from '@console/shared-contract/api';
import { Button, DownloadIcon, EmptyState, ErrorState, Field, Input, Section, SkeletonRows } from '@console/shared-ui/basics';
import { defineUrlParams, useUrlParams, type Param } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import { Histogram } from '../chart';
import { downloadCsv } from '../csv';
import { messages } from '../messages';
import { useHistogram } from './label.queries';

const words = messages.label;
/** As the server has it. */
const MOST_BINS = 1000;
/** As it is typed; null is as the label suggests, which is no size: a field that was cleared stays empty. */
const typedSize: Param<string | null> = {
  initial: null,
  read: (text) => (text === 'suggested' ? null : text.slice(0, 30)),
  write: (value) => value ?? 'suggested',
  typed: true,
};
const binInAddress = defineUrlParams({ bin: typedSize });

/** A tenth of the label's range, in whole steps where it has a step. */
function defaultBinSize({ min_value: min, max_value: max, step_value: step }: RecognitionLabel): number {
  if (min === null || max === null || max <= min) return step ?? 1;
  const tenth = (max - min) / 10;
  return step ? Math.max(step, Math.round(tenth / step) * step) : tenth;
}

/** Why a bin size cannot be; undefined where it can. */
function problemOf(text: string, { min_value: min, max_value: max }: RecognitionLabel): string | undefined {
  const size = Number(text);
  if (text.trim() === '' || !Number.isFinite(size) || size <= 0) return words.binSizeInvalid;
  if (min !== null && max !== null && (max - min) / size > MOST_BINS)
    return words.tooManyBins(MOST_BINS, (max - min) / MOST_BINS);
  return undefined;
}

/** How often the values of a label fall into bins whose size is typed. */
export function ValueHistogram({ label, containing }: { label: RecognitionLabel; containing: readonly string[] }) {
  const { values, committed: asked, set } = useUrlParams(binInAddress);
  const usual = String(defaultBinSize(label));
  const text = values.bin ?? usual;
  const problem = problemOf(text, label);
  const askedText = asked.bin ?? usual;
  const binSize = Number(askedText);
  const canAsk = problemOf(askedText, label) === undefined;
  const histogram = useHistogram(label.id, binSize, containing, canAsk);
  // Values beyond the label's bounds, or a label without any: only the server sees how many bins there would be.
  const refusal = histogram.error instanceof ApiError && histogram.error.status === 400 ? histogram.error : null;
  const data = canAsk ? histogram.data : undefined;
  const bins = useMemo(
    () =>
      data?.bins.map((from, index) => ({
        from,
        to: data.bins[index + 1] ?? from + binSize,
        counts: [data.counts_images[index] ?? 0, data.counts_objects[index] ?? 0],
      })) ?? [],
    [data, binSize],
  );
  const isEmpty = data !== undefined && bins.every(({ counts }) => counts.every((count) => count === 0));
  return (
    <Section title={words.histogram}>
      <Field
        label={words.binSize}
        validationMessage={problem ?? (refusal ? words.tooManyBins(MOST_BINS, null) : undefined)}
        style={{ maxWidth: 320 }}
      >
        <Input
          type="number"
          min={0}
          step="any"
          value={text}
          onChange={(_, { value }) => set({ bin: value === usual ? null : value })}
        />
      </Field>
      {histogram.error && !refusal && canAsk && <ErrorState error={histogram.error} onRetry={() => void histogram.refetch()} />}
      {canAsk && histogram.isPending && <SkeletonRows />}
      {isEmpty && <EmptyState>{words.noValues}</EmptyState>}
      {data && !isEmpty && (
        <>
          <Histogram
            label={words.histogram}
            valueTitle={words.valueAxis(label.name)}
            countTitle={words.countAxis}
            bins={bins}
            counted={[words.images, words.objects]}
          />
          <div>
            <Button
              icon={<DownloadIcon />}
              onClick={() =>
                downloadCsv(
                  `histogram-${label.id}.csv`,
                  [words.from, words.to, words.images, words.objects],
                  bins.map(({ from, to, counts }) => [from, to, ...counts]),
                )
              }
            >
              {messages.evaluation.downloadCsv}
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}

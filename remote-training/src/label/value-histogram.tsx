import { ApiError } from '@console/shared-auth';
import type { RecognitionLabel } from '@console/shared-contract/api';
import { EmptyState, ErrorState, Field, Input, Section, SkeletonRows } from '@console/shared-ui/basics';
import { defineUrlParams, useUrlParams, type Param } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import { LazyColumnChart } from '../chart';
import { DownloadCsvButton } from '../download-csv-button';
import { labelMessages } from './label-messages';
import { useHistogram } from './label.queries';

/** Maximum number of bins that the server returns. */
const MAX_BINS = 1000;
/** URL parameter with the typed bin size. `null` means the default size; an empty text means that the user has emptied the field. */
const binSizeParam: Param<string | null> = {
  initial: null,
  read: (text) => (text === 'suggested' ? null : text.slice(0, 30)),
  write: (value) => value ?? 'suggested',
  typed: true,
};
const urlParams = defineUrlParams({ bin: binSizeParam });

/** Returns a tenth of the range of the label, rounded to a multiple of its step. */
function getDefaultBinSize({ min_value: min, max_value: max, step_value: step }: RecognitionLabel): number {
  if (min === null || max === null || max <= min) return step ?? 1;
  const tenthOfRange = (max - min) / 10;
  return step ? Math.max(step, Math.round(tenthOfRange / step) * step) : tenthOfRange;
}

/** Returns the error message for an invalid bin size, or undefined. */
function validateBinSize(text: string, { min_value: min, max_value: max }: RecognitionLabel): string | undefined {
  const binSize = Number(text);
  if (text.trim() === '' || !Number.isFinite(binSize) || binSize <= 0) return labelMessages.binSizeInvalid;
  if (min !== null && max !== null && (max - min) / binSize > MAX_BINS)
    return labelMessages.tooManyBins(MAX_BINS, (max - min) / MAX_BINS);
  return undefined;
}

const formatEdge = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 6 });

/** Histogram of the values of a label with an editable bin size. */
export function ValueHistogram({ label, containing }: { label: RecognitionLabel; containing: readonly string[] }) {
  const { values, committedValues, set } = useUrlParams(urlParams);
  const defaultText = String(getDefaultBinSize(label));
  const text = values.bin ?? defaultText;
  const problem = validateBinSize(text, label);
  const committedText = committedValues.bin ?? defaultText;
  const binSize = Number(committedText);
  const isValid = validateBinSize(committedText, label) === undefined;
  const histogram = useHistogram(label.id, binSize, containing, isValid);
  // Let the server reject too many bins. Only the server knows the number of bins if the label has no bounds or values exceed the
  // bounds.
  const rejection = histogram.error instanceof ApiError && histogram.error.status === 400 ? histogram.error : null;
  const data = isValid ? histogram.data : undefined;
  const bins = useMemo(
    () =>
      data?.bins.map((lowerEdge, index) => ({
        from: lowerEdge,
        to: data.bins[index + 1] ?? lowerEdge + binSize,
        counts: [data.counts_images[index] ?? 0, data.counts_objects[index] ?? 0],
      })) ?? [],
    [data, binSize],
  );
  const isEmpty = data !== undefined && bins.every(({ counts }) => counts.every((count) => count === 0));
  return (
    <Section title={labelMessages.histogram}>
      <Field
        label={labelMessages.binSize}
        validationMessage={problem ?? (rejection ? labelMessages.tooManyBins(MAX_BINS, null) : undefined)}
        style={{ maxWidth: 320 }}
      >
        <Input
          type="number"
          min={0}
          step="any"
          value={text}
          onChange={(_, { value }) => set({ bin: value === defaultText ? null : value })}
        />
      </Field>
      {histogram.error && !rejection && isValid && (
        <ErrorState error={histogram.error} onRetry={() => void histogram.refetch()} />
      )}
      {isValid && histogram.isPending && <SkeletonRows />}
      {isEmpty && <EmptyState>{labelMessages.noValues}</EmptyState>}
      {data && !isEmpty && (
        <>
          <LazyColumnChart
            label={labelMessages.histogram}
            valueTitle={labelMessages.valueAxis(label.name)}
            countTitle={labelMessages.countAxis}
            bins={bins.map(({ from: rangeStart, to: rangeEnd, counts }) => ({
              start: formatEdge(rangeStart),
              title: `${formatEdge(rangeStart)} – ${formatEdge(rangeEnd)}`,
              counts,
            }))}
            seriesNames={[labelMessages.images, labelMessages.objects]}
          />
          <DownloadCsvButton
            fileName={`histogram-${label.id}.csv`}
            header={[labelMessages.from, labelMessages.to, labelMessages.images, labelMessages.objects]}
            getRows={() => bins.map(({ from, to, counts }) => [from, to, ...counts])}
          />
        </>
      )}
    </Section>
  );
}

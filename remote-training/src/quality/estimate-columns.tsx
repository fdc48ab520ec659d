import type { QualityEstimates, QualityMeasure } from '@console/shared-contract/api';
import { Caption1 } from '@console/shared-ui/basics';
import type { Column } from '@console/shared-ui/table';
import { createScale, formatInterval, formatValue } from './estimates';
import { IntervalBar } from './interval-bar';
import { qualityMessages as messages } from './quality-messages';

/** Creates the columns of a measure: value, interval as a bar and as text, and the numbers of images and observations. */
export function createEstimateColumns<Row extends QualityEstimates>(
  rows: readonly Row[],
  measure: QualityMeasure,
  target: number | null,
): Column<Row>[] {
  const getEstimate = ({ estimates }: Row) => estimates[measure];
  // A target applies to the F1 per item only.
  const shownTarget = measure === 'image_f1' ? target : null;
  const scale = createScale(rows.map(getEstimate), measure, shownTarget);
  return [
    {
      id: 'value',
      header: messages.measures[measure],
      cell: (row) => formatValue(getEstimate(row).value),
      sortValue: (row) => getEstimate(row).value,
      align: 'end',
      width: '112px',
    },
    {
      id: 'interval',
      header: messages.columns.interval,
      cell: (row) => (
        <>
          <IntervalBar estimate={getEstimate(row)} scale={scale} target={shownTarget} />
          <Caption1>{formatInterval(getEstimate(row))}</Caption1>
        </>
      ),
      sortValue: (row) => getEstimate(row).low,
      width: '160px',
    },
    {
      id: 'images',
      header: messages.columns.items,
      cell: (row) => getEstimate(row).images.toLocaleString('en'),
      sortValue: (row) => getEstimate(row).images,
      align: 'end',
      width: '76px',
    },
    {
      id: 'n',
      header: messages.columns.n,
      cell: (row) => getEstimate(row).n.toLocaleString('en'),
      sortValue: (row) => getEstimate(row).n,
      align: 'end',
      width: '64px',
    },
  ];
}

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
  const get = ({ estimates }: Row) => estimates[measure];
  // Targets are about the F1 per item.
  const shownTarget = measure === 'image_f1' ? target : null;
  const scale = createScale(rows.map(get), measure, shownTarget);
  return [
    {
      id: 'value',
      header: messages.measures[measure],
      cell: (row) => formatValue(get(row).value),
      sortValue: (row) => get(row).value,
      align: 'end',
      width: '112px',
    },
    {
      id: 'interval',
      header: messages.columns.interval,
      cell: (row) => (
        <>
          <IntervalBar estimate={get(row)} scale={scale} target={shownTarget} />
          <Caption1>{formatInterval(get(row))}</Caption1>
        </>
      ),
      sortValue: (row) => get(row).low,
      width: '160px',
    },
    {
      id: 'images',
      header: messages.columns.items,
      cell: (row) => get(row).images.toLocaleString('en'),
      sortValue: (row) => get(row).images,
      align: 'end',
      width: '76px',
    },
    {
      id: 'n',
      header: messages.columns.n,
      cell: (row) => get(row).n.toLocaleString('en'),
      sortValue: (row) => get(row).n,
      align: 'end',
      width: '64px',
    },
  ];
}

import type { LearningCurve as Curve, ModelDomain } from '@console/shared-contract/api';
import { Caption1, formatDate, formatScore, makeStyles, PickerField, Text, tokens } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useState } from 'react';
import { LazyColumnChart } from '../../chart';
import { DownloadCsvButton } from '../../download-csv-button';
import { useLearningCurve } from '../models.queries';
import { curveMessages as messages } from './curve-messages';

const ALL_LABELS = 'all';
const TARGETS = ['0.8', '0.9', '0.95', '0.99'].map((value) => ({ value, label: value }));
const AXES = (['images', 'time'] as const).map((value) => ({ value, label: messages.axes[value] }));
const useStyles = makeStyles({
  summary: { cursor: 'pointer', width: 'fit-content', fontWeight: tokens.fontWeightSemibold },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, marginTop: tokens.spacingVerticalS },
  choices: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM },
  method: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, maxWidth: '100ch' },
});

/** Collapsed section: quality of a task's models by number of training images, with a forecast. Loads its data when it is opened. */
export function LearningCurve({ domain, task: taskId }: { domain: ModelDomain; task: string }) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>{messages.title}</summary>
      {isOpen && (
        <div className={styles.content} role="group" aria-label={messages.title}>
          <CurveContent domain={domain} task={taskId} />
        </div>
      )}
    </details>
  );
}

function CurveContent({ domain, task: taskId }: { domain: ModelDomain; task: string }) {
  const styles = useStyles();
  const [target, setTarget] = useState('0.95');
  const [label, setLabel] = useState(ALL_LABELS);
  const [axis, setAxis] = useState('images');
  const curve = useLearningCurve(domain, taskId, Number(target));
  const labels = curve.data?.labels ?? [];
  return (
    <QueryState query={curve} failed={messages.failed} isEmpty={({ points }) => points.length === 0} empty={messages.empty}>
      {(data) => (
        <>
          <div className={styles.choices}>
            <PickerField
              label={messages.label}
              value={label}
              choices={[
                { value: ALL_LABELS, label: messages.allLabels },
                ...labels.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={setLabel}
            />
            <PickerField label={messages.axis} value={axis} choices={AXES} onChange={setAxis} />
            {data.forecast && <PickerField label={messages.target} value={target} choices={TARGETS} onChange={setTarget} />}
          </div>
          <CurveOfLabel curve={data} label={label === ALL_LABELS ? null : label} isByTime={axis === 'time'} />
          <details>
            <summary>{messages.methodTitle}</summary>
            <div className={styles.method}>
              <Caption1>{messages.method}</Caption1>
              <Caption1>{messages.sources}</Caption1>
            </div>
          </details>
        </>
      )}
    </QueryState>
  );
}

interface CurveOfLabelProps {
  curve: Curve;
  /** Id of the shown label. Null shows all labels together. */
  label: string | null;
  isByTime: boolean;
}

function CurveOfLabel({ curve, label: labelId, isByTime }: CurveOfLabelProps) {
  const labelRow = curve.labels.find(({ id }) => id === labelId);
  const name = labelRow?.name ?? messages.allLabels;
  const totalMeasure = curve.points.at(-1)?.total.measure ?? 'f1';
  const measure = labelRow && totalMeasure === 'accuracy' ? 'f1' : totalMeasure;
  const forecast = labelRow ? labelRow.forecast : curve.forecast;
  const rows = curve.points.flatMap((point): CurveRow[] => {
    const estimate = labelRow ? point.labels.find(({ id }) => id === labelRow.id) : point.total;
    return estimate ? [{ ...point, estimate }] : [];
  });
  if (!isByTime) rows.sort((a, b) => (a.train_pictures ?? 0) - (b.train_pictures ?? 0) || a.number - b.number);
  const fitText = forecast && messages.fit(forecast);
  return (
    <>
      {forecast && <Text weight="semibold">{messages.forecast(forecast, measure)}</Text>}
      {fitText && <Caption1>{fitText}</Caption1>}
      <LazyColumnChart
        label={messages.chart(measure, name)}
        valueTitle={isByTime ? messages.axes.time : messages.axes.images}
        countTitle={messages.measures[measure]}
        seriesNames={[messages.measures[measure]]}
        bins={rows.map(({ number, created, train_pictures, estimate }) => ({
          start: isByTime ? formatDate(created).slice(5) : messages.count(train_pictures),
          title: messages.bar(number, estimate.value, messages.interval(estimate)),
          counts: [estimate.value ?? 0],
          interval: estimate.low === null ? undefined : [estimate.low, estimate.high ?? estimate.low],
        }))}
        kind={measure === 'error' ? 'number' : 'ratio'}
        formatCount={formatScore}
      />
      <DataTable
        label={messages.chart(measure, name)}
        columns={createColumns(messages.measures[measure])}
        rows={rows}
        rowId={({ model }) => model}
      />
      <DownloadCsvButton
        fileName={`learning-curve-${curve.task}.csv`}
        header={[
          'model',
          'created',
          'training_images',
          'verified_images',
          'label',
          'measure',
          'value',
          'low',
          'high',
          'test_images',
        ]}
        getRows={() => toCsvRows(curve)}
      />
    </>
  );
}

type CurvePoint = Curve['points'][number];
type CurveRow = CurvePoint & { estimate: CurvePoint['labels'][number] | CurvePoint['total'] };

const createColumns = (measure: string): Column<CurveRow>[] => [
  {
    id: 'model',
    header: messages.columns.model,
    width: '90px',
    cell: ({ number }) => messages.model(number),
    sortValue: ({ number }) => number,
  },
  {
    id: 'created',
    header: messages.columns.created,
    width: '100px',
    cell: ({ created }) => formatDate(created),
    sortValue: ({ created }) => created,
  },
  {
    id: 'train',
    header: messages.columns.train,
    width: '110px',
    cell: ({ train_pictures }) => messages.count(train_pictures),
    sortValue: ({ train_pictures }) => train_pictures,
  },
  {
    id: 'verified',
    header: messages.columns.verified,
    width: '85px',
    cell: ({ verified_pictures }) => messages.count(verified_pictures),
    sortValue: ({ verified_pictures }) => verified_pictures,
  },
  {
    id: 'value',
    header: measure,
    width: '85px',
    cell: ({ estimate }) => formatScore(estimate.value),
    sortValue: ({ estimate }) => estimate.value,
  },
  { id: 'interval', header: messages.columns.interval, cell: ({ estimate }) => messages.interval(estimate), width: '130px' },
  {
    id: 'test',
    header: messages.columns.test,
    width: '90px',
    cell: ({ estimate }) => messages.count(estimate.pictures),
    sortValue: ({ estimate }) => estimate.pictures,
  },
];

/** Returns a row for each model and label, and for all labels together. */
function toCsvRows({ points }: Curve): (string | number | null)[][] {
  return points.flatMap(({ number, created, train_pictures, verified_pictures, total, labels }) => {
    const labelMeasure = total.measure === 'error' ? 'error' : 'f1';
    return [{ ...total, name: '' }, ...labels.map((label) => ({ ...label, measure: labelMeasure }))].map((row) => [
      ...[number, created, train_pictures, verified_pictures],
      ...[row.name, row.measure, row.value, row.low, row.high, row.pictures],
    ]);
  });
}

import type { StatisticsDimension, StatisticsRow } from '@console/shared-contract/api';
import { EmptyState, makeStyles, MessageBar, MessageBarBody, tokens } from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { DownloadCsvButton } from '../download-csv-button';
import { formatMeasureValue, getRowKey, getRowName, MEASURES, type StatisticsMeasure } from './measures';
import { statisticsMessages as messages } from './statistics-messages';
import { useStatistics, type StatisticsFilters } from './statistics.queries';

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'center', justifyContent: 'end' },
});
type TableSort = Parameters<typeof DataTable>[0]['sort'];

export interface StatisticsTableProps {
  filters: StatisticsFilters;
  dimension: StatisticsDimension;
  /** Name of the CSV file without its extension. */
  fileName: string;
  sort: TableSort;
  onSortChange: (sort: NonNullable<TableSort>) => void;
}

/** Lists the measures to show as columns. Labels have no items and no active time, so these columns are then left out. */
const listMeasures = (dimension: StatisticsDimension, { label }: StatisticsFilters): readonly StatisticsMeasure[] =>
  dimension === 'label' || label ? MEASURES.filter(({ canFilterByLabel }) => canFilterByLabel) : MEASURES;

function createColumns(dimension: StatisticsDimension, measures: readonly StatisticsMeasure[]): Column<StatisticsRow>[] {
  return [
    {
      id: 'name',
      header: messages.dimensions[dimension],
      cell: (row) => getRowName(row, dimension),
      sortValue: (row) => getRowName(row, dimension),
      width: '160px',
    },
    ...measures.map((measure): Column<StatisticsRow> => ({
      id: measure.id,
      header: messages.measures[measure.id],
      cell: (row) => formatMeasureValue(measure, measure.getValue(row)),
      sortValue: (row) => measure.getValue(row) ?? -1,
      align: 'end',
      // Wide enough for a month of active time, such as 120 h 15 min.
      width: measure.kind === 'duration' ? '92px' : '66px',
    })),
  ];
}

/** What users did, with one row for each user, job, label, day or week, and a button that downloads it as CSV. */
export function StatisticsTable({ filters, dimension, fileName, sort, onSortChange }: StatisticsTableProps) {
  const styles = useStyles();
  const { data, error, refetch } = useStatistics(filters, dimension);
  const measures = listMeasures(dimension, filters);
  // Leave out rows that have numbers only in hidden columns.
  const rows = data?.results.filter((row) => measures.some(({ getValue }) => getValue(row)));
  return (
    <>
      {data?.complete === false && (
        <MessageBar intent="warning">
          <MessageBarBody>{messages.incomplete}</MessageBarBody>
        </MessageBar>
      )}
      <DataTable
        label={messages.table}
        columns={createColumns(dimension, measures)}
        rows={rows}
        rowId={(row) => getRowKey(row, dimension)}
        sort={sort}
        onSortChange={onSortChange}
        error={error}
        failed={messages.failed}
        onRetry={() => void refetch()}
        empty={<EmptyState>{messages.empty}</EmptyState>}
      />
      <div className={styles.bar}>
        <DownloadCsvButton
          fileName={`${fileName}.csv`}
          header={[
            messages.dimensions[dimension],
            ...measures.map(({ id, kind }) => messages.measures[id] + messages.csvUnit[kind]),
          ]}
          getRows={() =>
            (rows ?? []).map((row) => [
              getRowName(row, dimension),
              ...measures.map(({ getValue }) => {
                const value = getValue(row);
                return value === null ? null : Math.round(value * 10) / 10;
              }),
            ])
          }
          disabled={!rows?.length}
        />
      </div>
    </>
  );
}

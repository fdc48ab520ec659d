import { Caption1, makeStyles, Subsection, tokens } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { DownloadCsvButton } from '../../download-csv-button';
import { createRatioColumn, NO_OVERLAP, USERS_COLUMN, ValueWithDetail, type AgreementPair } from './agreement-columns';
import { agreementMessages } from './job-report-messages';

const useStyles = makeStyles({ hint: { color: tokens.colorNeutralForeground3, maxWidth: '80ch' } });

/** A statistic and the number of observations. `value` is null if it cannot be computed. */
interface PairStatistic {
  value: number | null;
  n: number;
}

const STATISTICS = ['f1', 'similarity', 'shapeAlpha', 'imageAlpha'] as const;
type StatisticId = (typeof STATISTICS)[number];

/** Functions that return a statistic of a pair; undefined if an older server does not send the statistic. */
const GET_STATISTIC: Readonly<Record<StatisticId, (pair: AgreementPair) => PairStatistic | undefined>> = {
  f1: ({ shape_f1: value, shapes }) => (value === undefined ? undefined : { value, n: shapes.same + shapes.all }),
  similarity: ({ similarity }) => similarity && { value: similarity.mean, n: similarity.n },
  shapeAlpha: ({ shape_label_alpha: alpha }) => alpha && { value: alpha.alpha, n: alpha.n },
  imageAlpha: ({ image_labels_alpha: alpha }) => alpha && { value: alpha.alpha, n: alpha.n },
};

const PAIR_COLUMNS: readonly Column<AgreementPair>[] = [
  USERS_COLUMN,
  {
    id: 'compared',
    header: agreementMessages.compared,
    cell: (pair) => String(pair.compared),
    width: '88px',
    sortValue: (pair) => pair.compared,
    align: 'end',
  },
  {
    id: 'agreeing',
    header: agreementMessages.agreeing,
    cell: (pair) => agreementMessages.share(pair.agreeing, pair.compared),
    sortValue: (pair) => pair.agreeing / pair.compared,
    align: 'end',
  },
  ...STATISTICS.map((id): Column<AgreementPair> => ({
    id,
    header: agreementMessages.statistics[id],
    cell: (pair) => {
      const statistic = GET_STATISTIC[id](pair);
      return (
        <ValueWithDetail
          value={statistic?.value?.toFixed(2) ?? agreementMessages.noValue}
          detail={statistic ? agreementMessages.count(statistic.n) : ''}
        />
      );
    },
    width: '104px',
    sortValue: (pair) => GET_STATISTIC[id](pair)?.value ?? null,
    align: 'end',
  })),
  createRatioColumn('attributes'),
];

const CSV_HEADER = [
  ...[agreementMessages.first, agreementMessages.second, agreementMessages.compared, agreementMessages.agreeing],
  ...STATISTICS.flatMap((id) => [agreementMessages.statistics[id], `n: ${agreementMessages.statistics[id]}`]),
  ...['same attributes', 'all attributes'],
];

const pairTableParams = defineUrlParams({
  sort: { ...param.sort(PAIR_COLUMNS.map(({ id }) => id)), urlName: 'pair-sort' },
});
const getPairId = ({ first, second }: AgreementPair) => `${first.id} ${second.id}`;

/** How far each pair of annotators of a job agrees. */
export function PairTable({ pairs, jobName }: { pairs: readonly AgreementPair[]; jobName: string }) {
  const styles = useStyles();
  const { values, set } = useUrlParams(pairTableParams);
  return (
    <Subsection title={agreementMessages.pairs}>
      <DownloadCsvButton
        fileName={`${jobName} ${agreementMessages.pairsFile}.csv`}
        header={CSV_HEADER}
        getRows={() =>
          pairs.map((pair) => {
            const { same: equalCount, all: comparedCount } = pair.attributes ?? NO_OVERLAP;
            const statistics = STATISTICS.flatMap((id) => {
              const statistic = GET_STATISTIC[id](pair);
              return [statistic?.value ?? '', statistic?.n ?? ''];
            });
            return [
              pair.first.username,
              pair.second.username,
              pair.compared,
              pair.agreeing,
              ...statistics,
              equalCount,
              comparedCount,
            ];
          })
        }
      />
      <DataTable
        label={agreementMessages.pairs}
        columns={PAIR_COLUMNS}
        rows={pairs}
        rowId={getPairId}
        sort={values.sort}
        onSortChange={(sort) => set({ sort })}
      />
      <Caption1 className={styles.hint}>{agreementMessages.statisticsRule}</Caption1>
    </Subsection>
  );
}

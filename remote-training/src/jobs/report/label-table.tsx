import type { LabelAgreement } from '@console/shared-contract/api';
import { Caption1, makeStyles, Subsection, tokens } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { DownloadCsvButton } from '../../download-csv-button';
import { ValueWithDetail } from './agreement-columns';
import { agreementMessages } from './job-report-messages';

const useStyles = makeStyles({ hint: { color: tokens.colorNeutralForeground3, maxWidth: '80ch' } });

/** A statistic and the number of observations. `value` is null if it cannot be computed. */
interface LabelStatistic {
  value: number | null;
  n: number;
}

const STATISTICS = ['alpha', 'valueAlpha', 'f1', 'similarity'] as const;

/** Functions that return a statistic of a label; null if the label does not have the statistic. */
const GET_STATISTIC: Readonly<Record<(typeof STATISTICS)[number], (label: LabelAgreement) => LabelStatistic | null>> = {
  alpha: ({ alpha }) => ({ value: alpha.alpha, n: alpha.n }),
  valueAlpha: ({ value_alpha: alpha }) => alpha && { value: alpha.alpha, n: alpha.n },
  f1: ({ f1 }) => f1,
  similarity: ({ similarity }) => similarity && { value: similarity.mean, n: similarity.n },
};

const getName = ({ name }: LabelAgreement) => name ?? agreementMessages.deletedLabel;
const getLabelKind = ({ of: kind }: LabelAgreement) => agreementMessages.labelOf[kind];

const COLUMNS: readonly Column<LabelAgreement>[] = [
  { id: 'name', header: agreementMessages.label, cell: getName, sortValue: getName },
  { id: 'of', header: agreementMessages.labelKind, cell: getLabelKind, sortValue: getLabelKind, width: '88px' },
  ...STATISTICS.map((id): Column<LabelAgreement> => ({
    id,
    header: agreementMessages.labelStatistics[id],
    cell: (label) => {
      const statistic = GET_STATISTIC[id](label);
      return statistic ? (
        <ValueWithDetail
          value={statistic.value?.toFixed(2) ?? agreementMessages.noValue}
          detail={agreementMessages.count(statistic.n)}
        />
      ) : (
        ''
      );
    },
    sortValue: (label) => GET_STATISTIC[id](label)?.value ?? null,
    align: 'end',
    width: '104px',
  })),
];

const CSV_HEADER = [
  ...['id', agreementMessages.label, agreementMessages.labelKind],
  ...STATISTICS.flatMap((id) => [agreementMessages.labelStatistics[id], `n: ${agreementMessages.labelStatistics[id]}`]),
];

const labelTableParams = defineUrlParams({
  sort: { ...param.sort(COLUMNS.map(({ id }) => id)), urlName: 'label-sort' },
});
const getLabelId = ({ of: kind, label }: LabelAgreement) => `${kind} ${label}`;

/** Shows how much all annotators of a job agree on each label. */
export function LabelTable({ labels, jobName }: { labels: readonly LabelAgreement[]; jobName: string }) {
  const styles = useStyles();
  const { values, set } = useUrlParams(labelTableParams);
  return (
    <Subsection title={agreementMessages.byLabel}>
      <DownloadCsvButton
        fileName={`${jobName} ${agreementMessages.labelsFile}.csv`}
        header={CSV_HEADER}
        getRows={() =>
          labels.map((label) => [
            ...[label.label, getName(label), getLabelKind(label)],
            ...STATISTICS.flatMap((id) => {
              const statistic = GET_STATISTIC[id](label);
              return [statistic?.value ?? '', statistic?.n ?? ''];
            }),
          ])
        }
      />
      <DataTable
        label={agreementMessages.byLabel}
        columns={COLUMNS}
        rows={labels}
        rowId={getLabelId}
        sort={values.sort}
        onSortChange={(sort) => set({ sort })}
      />
      <Caption1 className={styles.hint}>{agreementMessages.labelRule}</Caption1>
    </Subsection>
  );
}

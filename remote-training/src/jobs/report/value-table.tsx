import type { ValueAgreement } from '@console/shared-contract/api';
import { Caption1, makeStyles, Subsection, tokens } from '@console/shared-ui/basics';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/pages';
import { DataTable, type Column } from '@console/shared-ui/table';
import { DownloadCsvButton } from '../../download-csv-button';
import { agreementMessages } from './job-report-messages';

const useStyles = makeStyles({ hint: { color: tokens.colorNeutralForeground3, maxWidth: '80ch' } });

const formatUsers = ({ first, second }: ValueAgreement) =>
  first && second ? `${first.username}, ${second.username}` : agreementMessages.allAnnotators;

const COLUMNS: readonly Column<ValueAgreement>[] = [
  { id: 'name', header: agreementMessages.label, cell: ({ name }) => name, sortValue: ({ name }) => name },
  { id: 'users', header: agreementMessages.users, cell: formatUsers, sortValue: formatUsers },
  {
    id: 'alpha',
    header: agreementMessages.labelStatistics.valueAlpha,
    cell: ({ alpha }) => alpha.alpha?.toFixed(2) ?? agreementMessages.noValue,
    sortValue: ({ alpha }) => alpha.alpha,
    align: 'end',
  },
  {
    id: 'n',
    header: agreementMessages.objects,
    cell: ({ alpha }) => alpha.n.toLocaleString('en'),
    sortValue: ({ alpha }) => alpha.n,
    align: 'end',
  },
];
const valueTableParams = defineUrlParams({
  sort: { ...param.sort(COLUMNS.map(({ id }) => id)), urlName: 'value-sort' },
});
const getRowId = ({ label, first, second }: ValueAgreement) => [label, first?.id, second?.id].join(' ');

/** Shows how much annotators agree on the values of labels on objects, for all annotators together and for each pair. */
export function ValueTable({ rows, jobName }: { rows: readonly ValueAgreement[]; jobName: string }) {
  const styles = useStyles();
  const { values, set } = useUrlParams(valueTableParams);
  return (
    <Subsection title={agreementMessages.objectValues}>
      <DownloadCsvButton
        fileName={`${jobName} ${agreementMessages.objectValuesFile}.csv`}
        header={['id', ...COLUMNS.map(({ header }) => header)]}
        getRows={() => rows.map((row) => [row.label, row.name, formatUsers(row), row.alpha.alpha ?? '', row.alpha.n])}
      />
      <DataTable
        label={agreementMessages.objectValues}
        columns={COLUMNS}
        rows={rows}
        rowId={getRowId}
        sort={values.sort}
        onSortChange={(sort) => set({ sort })}
      />
      <Caption1 className={styles.hint}>{agreementMessages.objectValuesRule}</Caption1>
    </Subsection>
  );
}

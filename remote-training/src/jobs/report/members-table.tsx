import type { JobMember } from '@console/shared-contract/api';
import { Button, Caption1, DownloadIcon, makeStyles, tokens } from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { downloadCsv } from '../../csv';
import { memberMessages } from './job-report-messages';
import { messages } from '../../messages';
import { useJobMembers } from '../data/jobs.queries';
import type { ReportProps } from './job-report';
import { createCountColumn } from '../../tasks-and-labels/columns';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    alignItems: 'center',
    justifyContent: 'space-between',
  },
  hint: { color: tokens.colorNeutralForeground3 },
});

const formatSeconds = (value: number | null) => (value === null ? '–' : value.toFixed(value < 10 ? 1 : 0));
const COLUMNS: readonly Column<JobMember>[] = [
  {
    id: 'annotator',
    header: memberMessages.annotator,
    cell: ({ user }) => user.username,
    sortValue: ({ user }) => user.username,
  },
  createCountColumn('done', memberMessages.done, ({ done }) => done),
  {
    id: 'median',
    header: memberMessages.median,
    cell: ({ median_seconds }) => formatSeconds(median_seconds),
    sortValue: ({ median_seconds }) => median_seconds ?? -1,
    align: 'end',
  },
  createCountColumn('measured', memberMessages.measured, ({ measured }) => measured),
  createCountColumn('remarks', memberMessages.remarks, ({ remarks }) => remarks),
  createCountColumn('open', memberMessages.open, ({ open_remarks }) => open_remarks),
];
const getRowId = ({ user }: JobMember) => user.id;

/** Completed items and median seconds per item for each user of a job. */
export function MembersTable({ job, params: { values, set } }: ReportProps) {
  const styles = useStyles();
  const { data, error, refetch } = useJobMembers(job);
  const download = () =>
    downloadCsv(
      `${job.name} ${memberMessages.file}.csv`,
      COLUMNS.map(({ header }) => header),
      (data ?? []).map((row) => [
        ...[row.user.username, row.done, row.median_seconds === null ? null : Math.round(row.median_seconds * 10) / 10],
        ...[row.measured, row.remarks, row.open_remarks],
      ]),
    );
  return (
    <div className={styles.column}>
      <div className={styles.bar}>
        <Caption1 className={styles.hint}>{memberMessages.hint}</Caption1>
        <Button icon={<DownloadIcon />} disabledFocusable={!data?.length} onClick={download}>
          {messages.downloadCsv}
        </Button>
      </div>
      <DataTable
        label={memberMessages.label}
        columns={COLUMNS}
        rows={data}
        rowId={getRowId}
        sort={values.reportSort}
        onSortChange={(reportSort) => set({ reportSort })}
        error={error}
        onRetry={() => void refetch()}
        empty={memberMessages.none}
      />
    </div>
  );
}

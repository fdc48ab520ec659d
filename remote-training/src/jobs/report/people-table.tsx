import type { JobMember, TypedJob } from '@console/shared-contract/api';
import { Button, Caption1, DownloadIcon, makeStyles, tokens } from '@console/shared-ui/basics';
import { DataTable, type Column } from '@console/shared-ui/table';
import { downloadCsv } from '../../csv';
import { jobMessages } from '../../job-messages';
import { useJobPeople } from '../jobs.queries';
import type { Sorted } from './job-report';

const words = jobMessages.people;
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

const seconds = (value: number | null) => (value === null ? '–' : value.toFixed(value < 10 ? 1 : 0));
const COLUMNS: readonly Column<JobMember>[] = [
  { id: 'person', header: words.person, cell: ({ user }) => user.username, sortValue: ({ user }) => user.username },
  { id: 'done', header: words.done, cell: ({ done }) => String(done), sortValue: ({ done }) => done, align: 'end' },
  {
    id: 'median',
    header: words.median,
    cell: ({ median_seconds }) => seconds(median_seconds),
    sortValue: ({ median_seconds }) => median_seconds ?? -1,
    align: 'end',
  },
  { id: 'measured', header: words.measured, cell: (row) => String(row.measured), sortValue: (row) => row.measured, align: 'end' },
  { id: 'remarks', header: words.remarks, cell: (row) => String(row.remarks), sortValue: (row) => row.remarks, align: 'end' },
  {
    id: 'open',
    header: words.open,
    cell: (row) => String(row.open_remarks),
    sortValue: (row) => row.open_remarks,
    align: 'end',
  },
];
const idOf = ({ user }: JobMember) => user.id;

/** Who has done how many items of a job, and in how many seconds. */
export function PeopleTable({ job, sort, onSort }: { job: TypedJob } & Sorted) {
  const styles = useStyles();
  const { data, error, refetch } = useJobPeople(job);
  const save = () =>
    downloadCsv(
      `${job.name} ${words.file}.csv`,
      [words.person, words.done, words.median, words.measured, words.remarks, words.open],
      (data ?? []).map((row) => [
        ...[row.user.username, row.done, row.median_seconds === null ? null : Math.round(row.median_seconds * 10) / 10],
        ...[row.measured, row.remarks, row.open_remarks],
      ]),
    );
  return (
    <div className={styles.column}>
      <div className={styles.bar}>
        <Caption1 className={styles.hint}>{words.hint}</Caption1>
        <Button icon={<DownloadIcon />} disabledFocusable={!data?.length} onClick={save}>
          {jobMessages.download}
        </Button>
      </div>
      <DataTable
        label={words.label}
        columns={COLUMNS}
        rows={data}
        rowId={idOf}
        sort={sort}
        onSortChange={onSort}
        error={error}
        onRetry={() => void refetch()}
        empty={words.none}
      />
    </div>
  );
}

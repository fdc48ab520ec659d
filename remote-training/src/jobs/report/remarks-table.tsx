import type { Remark } from '@console/shared-contract/api';
import { formatDateTime, makeStyles, OpenIcon, tokens } from '@console/shared-ui/basics';
import { Select } from '@console/shared-ui/choices';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useCallback, useMemo } from 'react';
import { remarksMessages } from './job-report-messages';
import { useRemarks } from '../data/jobs.queries';
import { REMARK_FILTERS, type RemarkFilter } from '../data/manage-params';
import { getWorkPagePath } from '../data/work-page-path';
import type { ReportProps } from './job-report';

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  state: { maxWidth: 'min(280px, 100%)' },
});

const COLUMNS: readonly Column<Remark>[] = [
  { id: 'text', header: remarksMessages.text, cell: ({ text }) => text, sortValue: ({ text }) => text },
  {
    id: 'state',
    header: remarksMessages.state,
    cell: ({ state }) => remarksMessages.states[state],
    sortValue: ({ state }) => state,
    width: '150px',
  },
  {
    id: 'author',
    header: remarksMessages.author,
    cell: ({ author }) => author.username,
    sortValue: ({ author }) => author.username,
  },
  {
    id: 'reviewer',
    header: remarksMessages.reviewer,
    cell: ({ reviewer }) => reviewer?.username ?? remarksMessages.nobody,
    sortValue: ({ reviewer }) => reviewer?.username ?? '',
  },
  {
    id: 'created',
    header: remarksMessages.created,
    cell: ({ created }) => formatDateTime(created),
    sortValue: ({ created }) => created,
    width: '150px',
  },
];
const getRowId = ({ id }: Remark) => id;

/** The remarks of reviewers on items of a job that were sent back, each with a link to its item. */
export function RemarksTable({ job, params: { values, set } }: ReportProps) {
  const styles = useStyles();
  const { remarks: stateFilter, reportSort } = values;
  const { data, error, refetch } = useRemarks(job.id);
  const rows = useMemo(() => data?.filter((row) => stateFilter === 'all' || row.state === stateFilter), [data, stateFilter]);
  const getRowActions = useCallback(
    ({ image }: Remark) => [{ label: remarksMessages.open, icon: <OpenIcon />, to: getWorkPagePath(job, image) }],
    [job],
  );
  return (
    <div className={styles.column}>
      <Select
        aria-label={remarksMessages.state}
        className={styles.state}
        value={stateFilter}
        onChange={(_, { value }) => set({ remarks: value as RemarkFilter })}
      >
        {REMARK_FILTERS.map((filter) => (
          <option key={filter} value={filter}>
            {remarksMessages.states[filter]}
          </option>
        ))}
      </Select>
      <DataTable
        label={remarksMessages.label}
        columns={COLUMNS}
        rows={rows}
        rowId={getRowId}
        sort={reportSort}
        onSortChange={(sort) => set({ reportSort: sort })}
        rowActions={getRowActions}
        actionsWidth="72px"
        error={error}
        onRetry={() => void refetch()}
        empty={stateFilter === 'all' ? remarksMessages.none : remarksMessages.noneInState}
      />
    </div>
  );
}

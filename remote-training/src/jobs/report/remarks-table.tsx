import type { Remark, TypedJob } from '@console/shared-contract/api';
import { formatDateTime, makeStyles, OpenIcon, tokens } from '@console/shared-ui/basics';
import { Select } from '@console/shared-ui/choices';
import { DataTable, type Column } from '@console/shared-ui/table';
import { useCallback, useMemo } from 'react';
import { jobMessages } from '../../job-messages';
import { REMARK_STATES, useRemarks, type RemarkChoice } from '../jobs.queries';
import { workPageOf } from '../work-page';
import type { Sorted } from './job-report';

const words = jobMessages.remarks;
const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  state: { maxWidth: 'min(280px, 100%)' },
});

const COLUMNS: readonly Column<Remark>[] = [
  { id: 'text', header: words.text, cell: ({ text }) => text, sortValue: ({ text }) => text },
  { id: 'state', header: words.state, cell: ({ state }) => words.states[state], sortValue: ({ state }) => state },
  { id: 'author', header: words.author, cell: ({ author }) => author.username, sortValue: ({ author }) => author.username },
  {
    id: 'reviewer',
    header: words.reviewer,
    cell: ({ reviewer }) => reviewer?.username ?? words.nobody,
    sortValue: ({ reviewer }) => reviewer?.username ?? '',
  },
  { id: 'created', header: words.created, cell: ({ created }) => formatDateTime(created), sortValue: ({ created }) => created },
];
const idOf = ({ id }: Remark) => id;

/** The items of a job that were sent back, each with the way to it. */
export function RemarksTable({
  job,
  state,
  onState,
  sort,
  onSort,
}: {
  job: TypedJob;
  state: RemarkChoice;
  onState: (state: RemarkChoice) => void;
} & Sorted) {
  const styles = useStyles();
  const { data, error, refetch } = useRemarks(job.id);
  const rows = useMemo(() => data?.filter((row) => state === 'all' || row.state === state), [data, state]);
  const page = workPageOf(job);
  const actionsOf = useCallback(
    ({ image }: Remark) => [{ label: words.open, icon: <OpenIcon />, to: `${page}?image=${image}` }],
    [page],
  );
  return (
    <div className={styles.column}>
      <Select
        aria-label={words.state}
        className={styles.state}
        value={state}
        onChange={(_, { value }) => onState(value as RemarkChoice)}
      >
        {REMARK_STATES.map((each) => (
          <option key={each} value={each}>
            {words.states[each]}
          </option>
        ))}
      </Select>
      <DataTable
        label={words.label}
        columns={COLUMNS}
        rows={rows}
        rowId={idOf}
        sort={sort}
        onSortChange={onSort}
        rowActions={actionsOf}
        actionsWidth="72px"
        error={error}
        onRetry={() => void refetch()}
        empty={state === 'all' ? words.none : words.noneInState}
      />
    </div>
  );
}

import type { GroupRow } from '@console/shared-contract/api';
import type { GroupsBrowserProps } from '@console/shared-contract/federation';
import { lastPageOf, makeStyles, Pager, Thumbnail, tokens, TrainTestBadge } from '@console/shared-ui/basics';
import { type Column, DataTable } from '@console/shared-ui/table';
import { useDeferredValue, useState } from 'react';
import { useSimilarityTypes } from '../groups/groups.queries';
import { messages } from '../messages';
import { FilterBar } from './filter-bar';
import { GROUP_PAGE_SIZE, type GroupFilters, isFiltered, noGroupFilters } from './group-filters';
import { useGroups } from './groups-browser.queries';
import { JobBar } from './job-bar';
import { type GroupSelection, nothingSelected, useJobItems } from './use-job-items';
import { useRowActions } from './use-row-actions';

const useStyles = makeStyles({
  browser: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
});

const columns: Column<GroupRow>[] = [
  { id: 'name', header: messages.columns.name, cell: (group) => group.name },
  {
    id: 'type',
    header: messages.columns.type,
    cell: (group) => (group.type === null ? '–' : (group.type_name ?? messages.unknown)),
  },
  { id: 'test', header: messages.columns.testGroup, cell: (group) => <TrainTestBadge test={group.test_group} />, width: '130px' },
  {
    id: 'image',
    header: messages.columns.image,
    cell: (group) => <Thumbnail src={group.thumb_img_path} alt="" width={56} height={56} cover />,
    width: '88px',
  },
];

/** Search of groups, 25 a page; each context that is given adds its actions. */
export function GroupsBrowser({ job, ...contexts }: GroupsBrowserProps) {
  const styles = useStyles();
  const [filters, setFilters] = useState<GroupFilters>(noGroupFilters);
  const [page, setPage] = useState(1);
  const [selection, setSelection] = useState<GroupSelection>(nothingSelected);
  const asked = useDeferredValue(filters);
  const types = useSimilarityTypes();
  const groups = useGroups(asked, page, job?.id);
  const rows = groups.data?.results;
  const total = groups.data?.count ?? 0;
  const { actionsOf, dialog } = useRowActions(contexts);
  const clear = () => setSelection(nothingSelected);
  const items = useJobItems({
    job: job?.id,
    filters: asked,
    selection,
    total,
    onDone: clear,
    onChanged: contexts.onMembershipChange,
  });
  // What was taken out or merged may have been all of the last page.
  const last = lastPageOf(total, GROUP_PAGE_SIZE);
  if (groups.data && page > last) setPage(last);

  const change = (next: GroupFilters) => {
    // "All matching" means this search, and members cannot be added again: neither outlives what it was said of.
    if (selection.all || next.inJob !== filters.inJob) clear();
    setFilters(next);
    setPage(1);
  };
  const empty = () => {
    if (isFiltered(asked)) return messages.groups.noneMatch;
    if (!job) return messages.groups.none;
    return asked.inJob ? messages.job.noneIn : messages.job.noneToAdd;
  };
  const selectable = job && {
    selectedIds: selection.all ? new Set((rows ?? []).map(({ id }) => id)) : selection.ids,
    onSelectionChange: (ids: ReadonlySet<string>) => setSelection({ ids, all: false }),
  };
  return (
    <div className={styles.browser}>
      <FilterBar filters={filters} types={types.data ?? []} onChange={change} />
      {job && (
        <JobBar
          name={job.name}
          inJob={filters.inJob}
          onInJobChange={(inJob) => change({ ...filters, inJob })}
          selection={selection}
          onSelectAll={() => setSelection({ ids: new Set(), all: true })}
          onClear={clear}
          total={total}
          items={items}
        />
      )}
      <DataTable
        label={messages.groups.list}
        columns={columns}
        rows={rows}
        rowId={(group) => group.id}
        rowActions={actionsOf}
        error={groups.error}
        onRetry={() => void groups.refetch()}
        empty={empty()}
        {...selectable}
      />
      {groups.data && (
        <Pager page={page} pageSize={GROUP_PAGE_SIZE} total={total} onPageChange={setPage}>
          {messages.groups.total(total)}
        </Pager>
      )}
      {dialog}
    </div>
  );
}

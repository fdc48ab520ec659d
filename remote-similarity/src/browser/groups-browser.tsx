import type { GroupRow } from '@console/shared-contract/api';
import type { GroupsBrowserProps } from '@console/shared-contract/federation';
import {
  AddIcon,
  Button,
  getLastPage,
  makeStyles,
  Pager,
  RefreshIcon,
  Thumbnail,
  tokens,
  Tooltip,
  TrainTestBadge,
} from '@console/shared-ui/basics';
import { type BulkSelection, EMPTY_SELECTION } from '@console/shared-ui/bulk';
import { CsvButtons } from '@console/shared-ui/csv';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import { type Column, DataTable } from '@console/shared-ui/table';
import { useEffect, useState } from 'react';
import { groupExchange } from '../csv/group-exchange';
import { useSimilarityTypes } from '../groups/groups.queries';
import { refreshGroups } from '../membership/membership.queries';
import { messages } from '../messages';
import { GroupsBulkBar } from './bulk-bar';
import { FilterBar } from './filter-bar';
import { GROUP_PAGE_SIZE, type GroupFilters, type GroupList } from './group-filters';
import { useGroups } from './groups-browser.queries';
import { GroupsDialog, type OpenDialog } from './groups-dialog';
import { JobBar } from './job-bar';
import { useJobItems } from './use-job-items';
import { useRowActions } from './use-row-actions';

const useStyles = makeStyles({
  browser: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** The server sorts the rows. Equal sort values keep their order in the table. */
const sortValue = () => '';

const columns: Column<GroupRow>[] = [
  { id: 'name', header: messages.columns.name, cell: (group) => group.name, sortValue, width: 'clamp(150px, 16vw, 480px)' },
  {
    id: 'type',
    header: messages.columns.type,
    cell: (group) => (group.type === null ? '–' : (group.type_name ?? messages.unknown)),
    // With this width, all columns and checkboxes fit into a window of 1,024 pixels, however long type names are.
    width: 'clamp(90px, 10vw, 300px)',
    sortValue,
  },
  {
    id: 'test',
    header: messages.columns.testGroup,
    cell: (group) => <TrainTestBadge test={group.test_group} />,
    width: '118px',
    sortValue,
  },
  {
    id: 'image',
    header: messages.columns.image,
    cell: (group) => <Thumbnail src={group.thumb_img_path} alt="" width={40} height={40} cover />,
    width: '64px',
  },
];

/** Paged list of groups with filters. Each given context, such as a job, adds its actions. */
export function GroupsBrowser({ job, list, ...contexts }: GroupsBrowserProps & { list: GroupList }) {
  const styles = useStyles();
  const { values: filters, committed, set } = list;
  const [selection, setSelection] = useState<BulkSelection>(EMPTY_SELECTION);
  const types = useSimilarityTypes();
  const groups = useGroups(committed, job?.id);
  const rows = groups.data?.results;
  const total = groups.data?.count ?? 0;
  const dialogs = useDialog<OpenDialog>();
  const getRowActions = useRowActions(contexts, dialogs);
  const clear = () => setSelection(EMPTY_SELECTION);
  const items = useJobItems({
    job: job?.id,
    filters: committed,
    selection,
    total,
    onDone: clear,
    onChanged: contexts.onMembershipChange,
  });
  // All groups of the last page can have been removed or merged.
  const lastPage = getLastPage(total, GROUP_PAGE_SIZE);
  const isPastLastPage = groups.data !== undefined && !groups.isPlaceholderData && committed.page > lastPage;
  useEffect(() => {
    if (isPastLastPage) set({ page: lastPage });
  }, [isPastLastPage, lastPage, set]);

  const change = (patch: Partial<GroupFilters>) => {
    // The selection of all matching groups is only valid for this search, and `inJob` changes what the selection means.
    if (selection.all || patch.inJob !== undefined) clear();
    set(patch);
  };
  const getEmptyText = () => {
    if (list.isNarrowed('inJob', 'sort')) return messages.groups.noneMatch;
    if (!job) return messages.groups.none;
    return committed.inJob ? messages.job.noneIn : messages.job.noneToAdd;
  };
  const hasNoContext = !job && contexts.baseGroup === undefined && !contexts.subject;
  const selectionProps = (job || hasNoContext) && {
    selectedIds: selection.all ? new Set((rows ?? []).map(({ id }) => id)) : selection.ids,
    onSelectionChange: (ids: ReadonlySet<string>) => setSelection({ ids, all: false }),
  };
  return (
    <div className={styles.browser}>
      <div className={styles.actions}>
        <Button appearance="primary" icon={<AddIcon />} onClick={() => dialogs.open({ kind: 'create' })}>
          {messages.groups.create}
        </Button>
        <Tooltip content={messages.groups.refresh} relationship="label">
          <Button icon={<RefreshIcon />} onClick={() => void refreshGroups()} />
        </Tooltip>
        {hasNoContext && <CsvButtons exchange={groupExchange} />}
      </div>
      <FilterBar
        filters={filters}
        types={types.data ?? []}
        onChange={change}
        onClear={
          list.isNarrowed('inJob', 'sort')
            ? () => {
                clear();
                list.clear('inJob', 'sort');
              }
            : undefined
        }
      />
      {job && (
        <JobBar
          name={job.name}
          inJob={filters.inJob}
          onInJobChange={(inJob) => change({ inJob })}
          selection={selection}
          onSelectAll={() => setSelection({ ids: new Set(), all: true })}
          onClear={clear}
          total={total}
          items={items}
        />
      )}
      {hasNoContext && (
        <GroupsBulkBar
          selection={selection}
          filters={committed}
          total={total}
          onSelectAll={() => setSelection({ ids: new Set(), all: true })}
          onClear={clear}
        />
      )}
      <DataTable
        label={messages.groups.list}
        columns={columns}
        rows={rows}
        rowId={(group) => group.id}
        rowActions={getRowActions}
        actionsWidth={contexts.baseGroup === undefined && !contexts.subject ? '112px' : '148px'}
        sort={filters.sort}
        onSortChange={(sort) => set({ sort })}
        error={groups.error}
        onRetry={() => void groups.refetch()}
        empty={getEmptyText()}
        {...selectionProps}
      />
      {groups.data && (
        <Pager
          page={committed.page}
          pageSize={GROUP_PAGE_SIZE}
          total={total}
          onPageChange={(page) => set({ page })}
          totalText={messages.groups.total(total)}
        />
      )}
      <DialogSlot dialog={dialogs}>{(open, close) => <GroupsDialog open={open} {...contexts} onClose={close} />}</DialogSlot>
    </div>
  );
}

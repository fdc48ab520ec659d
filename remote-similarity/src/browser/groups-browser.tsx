import type { GroupRow } from '@console/shared-contract/api';
import { type Column, DataTable, OpenIcon, Pager, Thumbnail, TrainTestBadge } from '@console/shared-ui';
import { useDeferredValue, useState } from 'react';
import { useSimilarityTypes } from '../groups/groups.queries';
import { messages } from '../messages';
import { FilterBar } from './filter-bar';
import { GROUP_PAGE_SIZE, type GroupFilters, isFiltered, noGroupFilters } from './group-filters';
import { useGroups } from './groups-browser.queries';

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

/** Search of groups, 25 a page. */
export function GroupsBrowser() {
  const [filters, setFilters] = useState<GroupFilters>(noGroupFilters);
  const [page, setPage] = useState(1);
  const asked = useDeferredValue(filters);
  const types = useSimilarityTypes();
  const groups = useGroups(asked, page);
  const change = (next: GroupFilters) => {
    setFilters(next);
    setPage(1);
  };
  return (
    <>
      <FilterBar filters={filters} types={types.data ?? []} onChange={change} />
      <DataTable
        label={messages.groups.list}
        columns={columns}
        rows={groups.data?.results}
        rowId={(group) => group.id}
        rowActions={(group) => [{ label: messages.groups.open, icon: <OpenIcon />, to: `/group/${group.id}`, newTab: true }]}
        error={groups.error}
        onRetry={() => void groups.refetch()}
        empty={isFiltered(asked) ? messages.groups.noneMatch : messages.groups.none}
      />
      {groups.data && (
        <Pager page={page} pageSize={GROUP_PAGE_SIZE} total={groups.data.count} onPageChange={setPage}>
          {messages.groups.total(groups.data.count)}
        </Pager>
      )}
    </>
  );
}

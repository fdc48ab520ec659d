import type { GroupRow } from '@console/shared-contract/api';
import { OpenIcon, Pager, Section, TrainTestBadge } from '@console/shared-ui/basics';
import { type Column, DataTable, ThumbCell } from '@console/shared-ui/table';
import { useState } from 'react';
import { messages } from '../messages';
import { PARENTS_PAGE_SIZE, useParents } from './group.queries';

const groupMessages = messages.group;
const columns: Column<GroupRow>[] = [
  { id: 'name', header: messages.columns.name, cell: ({ name }) => name },
  {
    id: 'type',
    header: messages.columns.type,
    cell: ({ type, type_name }) => (type === null ? '–' : (type_name ?? messages.unknown)),
  },
  {
    id: 'test',
    header: messages.columns.testGroup,
    cell: ({ test_group: test }) => <TrainTestBadge test={test} />,
    width: '152px',
  },
  {
    id: 'image',
    header: messages.columns.image,
    cell: ({ thumb_img_path: thumb }) => <ThumbCell src={thumb} />,
    width: '88px',
  },
];
const getRowId = ({ id }: GroupRow) => id;
const getRowActions = ({ id }: GroupRow) => [
  { label: messages.groups.open, icon: <OpenIcon />, to: `/group/${id}`, newTab: true },
];

/** Paged table of the groups that contain a group. */
export function ParentGroups({ group }: { group: string }) {
  const [page, setPage] = useState(1);
  const parents = useParents(group, page);
  const total = parents.data?.count ?? 0;
  return (
    <Section title={groupMessages.parents} count={parents.data?.count}>
      <DataTable
        label={groupMessages.parents}
        columns={columns}
        rows={parents.data?.results}
        rowId={getRowId}
        rowActions={getRowActions}
        error={parents.error}
        onRetry={() => void parents.refetch()}
        empty={groupMessages.noParents}
        skeletonRows={1}
      />
      {total > PARENTS_PAGE_SIZE && <Pager page={page} pageSize={PARENTS_PAGE_SIZE} total={total} onPageChange={setPage} />}
    </Section>
  );
}

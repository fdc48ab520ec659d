import { api } from '@console/shared-auth';
import type { GroupRow } from '@console/shared-contract/api';
import { OpenIcon, TrainTestBadge } from '@console/shared-ui/basics';
import { defineUrlParams, param, useLocalParams, useServerList } from '@console/shared-ui/pages';
import { ListSection } from '@console/shared-ui/list-section';
import { type Column, ThumbCell } from '@console/shared-ui/table';
import { groupPageMessages } from '../group-data/group-page-messages';
import { commonMessages } from '../common/common-messages';
import { groupListMessages } from '../common/group-list-messages';

const groupMessages = groupPageMessages;
const listParams = defineUrlParams({ page: param.page() });
const columns: Column<GroupRow>[] = [
  { id: 'name', header: commonMessages.columns.name, cell: ({ name }) => name },
  {
    id: 'type',
    header: commonMessages.columns.type,
    cell: ({ type, type_name }) => (type === null ? '–' : (type_name ?? commonMessages.unknown)),
  },
  {
    id: 'test',
    header: commonMessages.columns.testGroup,
    cell: ({ test_group: test }) => <TrainTestBadge test={test} />,
    width: '152px',
  },
  {
    id: 'image',
    header: commonMessages.columns.image,
    cell: ({ thumb_img_path: thumb }) => <ThumbCell src={thumb} />,
    width: '88px',
  },
];
const getRowActions = ({ id }: GroupRow) => [
  { label: groupListMessages.open, icon: <OpenIcon />, to: `/group/${id}`, newTab: true },
];

/** Paged table of the groups that contain a group. */
export function ParentGroups({ group: groupId }: { group: string }) {
  const list = useServerList({
    params: useLocalParams(listParams),
    pageSize: 25,
    key: ['similarity', 'groups', 'parents'],
    toFilter: () => ({ group: groupId }),
    load: (query, scope) => api.call('GET /similarity/training/v2/group/', { query, ...scope }),
  });
  return (
    <ListSection
      title={groupMessages.parents}
      hasCount
      list={list}
      columns={columns}
      rowActions={getRowActions}
      empty={groupMessages.noParents}
      skeletonRows={1}
    />
  );
}

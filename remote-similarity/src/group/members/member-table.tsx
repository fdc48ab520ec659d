import { permissionOf } from '@console/shared-auth';
import { OpenIcon, SubtractIcon } from '@console/shared-ui/basics';
import { type Column, DataTable, ThumbCell } from '@console/shared-ui/table';
import { useMemo } from 'react';
import { commonMessages } from '../../common/common-messages';
import { memberMessages } from '../../group-data/member-messages';
import { RealImageFlag, TestImageFlag } from './member-flags';
import type { MemberListProps } from './member-section';
import type { Member } from '../../group-data/members';

/** Members as a table. */
export function MemberTable({ label, members, selection, writes }: MemberListProps) {
  const hasReal = members.some(({ real }) => real !== null);
  const columns = useMemo((): Column<Member>[] => {
    const realColumn: Column<Member> = {
      id: 'real',
      header: commonMessages.columns.background,
      cell: (member) => <RealImageFlag member={member} writes={writes} />,
      width: '96px',
    };
    return [
      { id: 'thumb', header: commonMessages.columns.image, cell: (member) => <ThumbCell src={member.thumb} />, width: '64px' },
      { id: 'name', header: commonMessages.columns.name, cell: (member) => member.name },
      {
        id: 'test',
        header: commonMessages.columns.testGroup,
        cell: (member) => <TestImageFlag member={member} writes={writes} />,
        width: '104px',
      },
      ...(hasReal ? [realColumn] : []),
    ];
  }, [hasReal, writes]);
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={members}
      rowId={(member) => member.key}
      rowActions={(member) => [
        { label: memberMessages.open(member.name), icon: <OpenIcon />, to: member.path, newTab: true },
        {
          label: memberMessages.remove(member.name),
          icon: <SubtractIcon />,
          permission: permissionOf<'POST /similarity/training/v2/group/{id}/remove-images'>('annotate'),
          onClick: () => void writes.remove([member]),
        },
      ]}
      actionsWidth="80px"
      selectedIds={selection?.keys}
      onSelectionChange={selection && ((keys) => selection.setKeys(members, keys))}
    />
  );
}

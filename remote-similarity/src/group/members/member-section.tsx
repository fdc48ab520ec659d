import { Pager, Section } from '@console/shared-ui/basics';
import { useState } from 'react';
import { memberMessages } from '../../group-data/member-messages';
import type { MemberKind } from '../../group-data/group.queries';
import { MemberGrid } from './member-grid';
import { MemberTable } from './member-table';
import type { Member } from '../../group-data/members';
import type { MemberWrites } from './use-member-writes';
import type { Selection } from './use-selection';

/** Number of members per page, limited by rendering and scrolling performance. */
const MEMBERS_PAGE_SIZE = 100;

export type MemberView = 'grid' | 'table';

export interface MemberListProps {
  label: string;
  members: readonly Member[];
  /** Undefined while members cannot be selected. */
  selection: Selection | undefined;
  writes: MemberWrites;
}

/** Paged list of the members of one kind. */
export function MemberSection({
  kind,
  members,
  view,
  selection,
  writes,
}: Omit<MemberListProps, 'label'> & { kind: MemberKind; view: MemberView }) {
  const [requestedPage, setPage] = useState(1);
  const page = Math.min(requestedPage, Math.max(1, Math.ceil(members.length / MEMBERS_PAGE_SIZE)));
  const visibleMembers = members.slice((page - 1) * MEMBERS_PAGE_SIZE, page * MEMBERS_PAGE_SIZE);
  const label = memberMessages[kind];
  const List = view === 'grid' ? MemberGrid : MemberTable;
  return (
    <Section title={label} count={members.length}>
      <List label={label} members={visibleMembers} selection={selection} writes={writes} />
      {members.length > MEMBERS_PAGE_SIZE && (
        <Pager page={page} pageSize={MEMBERS_PAGE_SIZE} total={members.length} onPageChange={setPage} />
      )}
    </Section>
  );
}

import { announce } from '@console/shared-auth';
import type { GroupDetail } from '@console/shared-contract/api';
import type { GroupBodyProps } from '@console/shared-contract/federation';
import { EmptyState, makeStyles, tokens } from '@console/shared-ui/basics';
import { DialogSlot, QueryState, useDialog } from '@console/shared-ui/pages';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { groupPageMessages } from '../group-data/group-page-messages';
import { Carousel } from './carousel';
import type { GroupPageParams } from './group-page-params';
import { GroupHead } from './group-head';
import { GroupTabs } from './group-tabs';
import { MEMBER_KINDS, useGroup } from '../group-data/group.queries';
import { MemberDialog, type MemberDialogContent } from './members/member-dialog';
import { MemberSection } from './members/member-section';
import { toMembers } from '../group-data/members';
import { ParentGroups } from './parent-groups';
import { SelectionBar } from './members/selection-bar';
import { useMemberWrites } from './members/use-member-writes';
import { useSelection } from './members/use-selection';
import { ViewSwitch } from './members/view-switch';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0, outlineStyle: 'none' },
});

interface GroupBodyOptions extends GroupBodyProps {
  urlParams: GroupPageParams;
}

/** The content of the group page and of the widget `group-body`. */
export function GroupBody(props: GroupBodyOptions) {
  const group = useGroup(props.groupId);
  const { onShown } = props;
  const state = group.data ? 'group' : group.error ? 'failure' : 'nothing';
  useLayoutEffect(() => onShown?.(state), [onShown, state]);
  return (
    <QueryState query={group} notFound={groupPageMessages.notFound} failed={groupPageMessages.notFound}>
      {(row) => <GroupContent {...props} group={row} onRefresh={() => void announce({ topic: 'groups', ids: [row.id] })} />}
    </QueryState>
  );
}

function GroupContent({
  group,
  urlParams,
  job,
  onDeleted,
  onRefresh,
}: GroupBodyOptions & { group: GroupDetail; onRefresh: () => void }) {
  const styles = useStyles();
  const [isMoving, setMoving] = useState(false);
  const members = useMemo(() => toMembers(group), [group]);
  const allMembers = useMemo(() => MEMBER_KINDS.flatMap((kind) => members[kind]), [members]);
  const selection = useSelection(allMembers);
  const writes = useMemberWrites(group);
  const dialog = useDialog<MemberDialogContent>();
  const { view, tab } = urlParams.values;
  const root = useRef<HTMLDivElement>(null);
  const sectionCount = MEMBER_KINDS.filter((kind) => members[kind].length > 0).length;
  const previousSectionCount = useRef(sectionCount);
  // Removing the last member of a kind removes its section. If the section had the focus, focus the root element instead.
  useEffect(() => {
    if (sectionCount < previousSectionCount.current && document.activeElement === document.body)
      root.current?.focus({ preventScroll: true });
    previousSectionCount.current = sectionCount;
  }, [sectionCount]);
  return (
    <div ref={root} className={styles.body} tabIndex={-1} data-focus-home>
      <GroupHead
        group={group}
        inJob={job !== undefined}
        isMoving={isMoving}
        onToggleMoving={() => {
          selection.clear();
          setMoving(!isMoving);
        }}
        onRefresh={onRefresh}
        onDeleted={onDeleted}
      />
      <Carousel group={group} />
      {allMembers.length === 0 && <EmptyState>{groupPageMessages.isEmpty}</EmptyState>}
      {allMembers.length > 0 && (
        <>
          <ViewSwitch view={view} onChange={(next) => urlParams.set({ view: next })} />
          {isMoving && (
            <SelectionBar
              selection={selection}
              total={allMembers.length}
              writes={writes}
              onRemove={() => dialog.open({ action: 'remove', members: selection.members })}
              onMove={() => dialog.open({ action: 'move', members: selection.members })}
              onMoveToNew={() => dialog.open({ action: 'new', members: selection.members })}
              onChangeFlag={(flagChange) => dialog.open({ action: 'change-flag', flagChange, members: selection.members })}
            />
          )}
        </>
      )}
      {MEMBER_KINDS.map(
        (kind) =>
          members[kind].length > 0 && (
            <MemberSection
              key={kind}
              kind={kind}
              members={members[kind]}
              view={view}
              selection={isMoving ? selection : undefined}
              writes={writes}
            />
          ),
      )}
      <GroupTabs key={`tabs ${group.id}`} group={group} tab={tab} onTabChange={(next) => urlParams.set({ tab: next })} />
      <ParentGroups group={group.id} />
      <DialogSlot dialog={dialog}>
        {(content, close) => (
          <MemberDialog group={group} dialog={content} writes={writes} onDone={selection.clear} onClose={close} />
        )}
      </DialogSlot>
    </div>
  );
}

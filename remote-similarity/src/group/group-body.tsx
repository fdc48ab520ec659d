import { announce } from '@console/shared-auth';
import type { GroupDetail } from '@console/shared-contract/api';
import type { GroupBodyProps } from '@console/shared-contract/federation';
import { EmptyState, makeStyles, tokens } from '@console/shared-ui/basics';
import { DialogSlot, QueryState, useDialog } from '@console/shared-ui/pages';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { messages } from '../messages';
import { Carousel } from './carousel';
import type { GroupAddress } from './group-address';
import { GroupHead } from './group-head';
import { GroupTabs } from './group-tabs';
import { useGroup } from './group.queries';
import { MemberDialog, type OpenMemberDialog } from './member-dialog';
import { MemberSection } from './member-section';
import { kinds, membersOf } from './members';
import { Parents } from './parents';
import { SelectionBar } from './selection-bar';
import { useMemberWrites } from './use-member-writes';
import { useSelection } from './use-selection';
import { ViewSwitch } from './view-switch';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0, outlineStyle: 'none' },
});

export interface GroupBodyOptions extends GroupBodyProps {
  address: GroupAddress;
}

/** A group with all that can be done with it: its page, and the widget `group-body`. */
export function GroupBody(props: GroupBodyOptions) {
  const group = useGroup(props.groupId);
  const { onShown } = props;
  const shown = group.data ? 'group' : group.error ? 'failure' : 'nothing';
  useLayoutEffect(() => onShown?.(shown), [onShown, shown]);
  return (
    <QueryState query={group} notFound={messages.group.notFound} failed={messages.group.notFound}>
      {(row) => <Body {...props} group={row} onRefresh={() => void announce({ topic: 'groups', ids: [row.id] })} />}
    </QueryState>
  );
}

function Body({ group, address, job, onDeleted, onRefresh }: GroupBodyOptions & { group: GroupDetail; onRefresh: () => void }) {
  const styles = useStyles();
  const [isMoving, setMoving] = useState(false);
  const members = useMemo(() => membersOf(group), [group]);
  const all = useMemo(() => kinds.flatMap((kind) => members[kind]), [members]);
  const selection = useSelection(all);
  const writes = useMemberWrites(group);
  const dialog = useDialog<OpenMemberDialog>();
  const { view, tab } = address.values;
  const root = useRef<HTMLDivElement>(null);
  const sections = kinds.filter((kind) => members[kind].length > 0).length;
  const sectionsBefore = useRef(sections);
  // The last member of a kind takes its section along, with the focus in it.
  useEffect(() => {
    if (sections < sectionsBefore.current && document.activeElement === document.body)
      root.current?.focus({ preventScroll: true });
    sectionsBefore.current = sections;
  }, [sections]);
  return (
    <div ref={root} className={styles.body} tabIndex={-1} data-focus-home>
      <GroupHead
        group={group}
        inJob={job !== undefined}
        isMoving={isMoving}
        onMoving={() => {
          selection.clear();
          setMoving(!isMoving);
        }}
        onRefresh={onRefresh}
        onDeleted={onDeleted}
      />
      <Carousel group={group} />
      {all.length === 0 && <EmptyState>{messages.group.isEmpty}</EmptyState>}
      {all.length > 0 && (
        <>
          <ViewSwitch view={view} onChange={(next) => address.set({ view: next })} />
          {isMoving && (
            <SelectionBar
              selection={selection}
              total={all.length}
              writes={writes}
              onRemove={() => dialog.open({ what: 'remove', members: selection.members })}
              onMove={() => dialog.open({ what: 'move', members: selection.members })}
              onMoveToNew={() => dialog.open({ what: 'new', members: selection.members })}
              onMark={(mark) => dialog.open({ what: 'mark', mark, members: selection.members })}
            />
          )}
        </>
      )}
      {kinds.map(
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
      <GroupTabs key={`tabs ${group.id}`} group={group} tab={tab} onTab={(next) => address.set({ tab: next })} />
      <Parents group={group.id} />
      <DialogSlot dialog={dialog}>
        {(open, close) => <MemberDialog group={group} open={open} writes={writes} onDone={selection.clear} onClose={close} />}
      </DialogSlot>
    </div>
  );
}

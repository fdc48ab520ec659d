import type { GroupRow } from '@console/shared-contract/api';
import type { GroupMembershipProps } from '@console/shared-contract/federation';
import {
  describeRefusal,
  EmptyState,
  ErrorState,
  GroupIcon,
  makeStyles,
  SkeletonRows,
  tokens,
  useNotify,
} from '@console/shared-ui/basics';
import { ListPager } from '@console/shared-ui/pages';
import { useState } from 'react';
import { messages } from '../messages';
import { AddById } from './add-by-id';
import { BrowseGroups } from './browse-groups';
import { GroupList } from './group-list';
import { changeMembership, refreshGroups, useContainingGroups } from '../group-data/membership.queries';

const membershipMessages = messages.membership;
const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
});

/** The widget `group-membership`: the groups of one image or object. The key resets the state for another one. */
export function GroupMembershipWidget(props: GroupMembershipProps) {
  return <Membership key={`${props.subject.kind} ${props.subject.id}`} {...props} />;
}

function Membership({ subject, onMembershipChange, onJoined, onMember }: GroupMembershipProps) {
  const styles = useStyles();
  const notify = useNotify();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const list = useContainingGroups(subject);
  const { rows } = list;

  const notifyChange = (addedCount: number, removedCount: number) => {
    void refreshGroups();
    onMembershipChange?.({ added: addedCount, removed: removedCount });
  };
  const remove = async ({ id, name }: GroupRow) => {
    if (busy.has(id)) return;
    setBusy((current) => new Set([...current, id]));
    try {
      const wasMember = await changeMembership('remove', id, subject);
      if (wasMember) onMember?.({ id, name }, false);
      notify.success({ title: membershipMessages.removed });
      notifyChange(0, 1);
    } catch (error) {
      notify.danger({ title: membershipMessages.removeFailed, text: describeRefusal(error) });
    } finally {
      setBusy((current) => new Set([...current].filter((other) => other !== id)));
    }
  };

  return (
    <div className={styles.panel}>
      <AddById
        subject={subject}
        currentGroupIds={(rows ?? []).map(({ id }) => id)}
        onAdded={({ id, name }, isNew) => {
          notifyChange(1, 0);
          if (name !== id) onJoined?.({ id, name });
          if (isNew) onMember?.({ id, name }, true);
        }}
      />
      <BrowseGroups
        subject={subject}
        onMembershipChange={(change) => {
          void refreshGroups();
          onMembershipChange?.(change);
        }}
        onMember={(group, isMember) => {
          if (isMember) onJoined?.(group);
          onMember?.(group, isMember);
        }}
      />
      {!rows && !list.error && <SkeletonRows rows={3} label={membershipMessages.list} />}
      {list.error != null && !rows && <ErrorState error={list.error} onRetry={list.refetch} />}
      {rows?.length === 0 && <EmptyState icon={<GroupIcon />}>{membershipMessages.none}</EmptyState>}
      {rows && rows.length > 0 && <GroupList groups={rows} busy={busy} onRemove={(group) => void remove(group)} />}
      <ListPager list={list} />
    </div>
  );
}

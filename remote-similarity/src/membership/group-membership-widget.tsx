import { useCanCall } from '@console/shared-auth';
import type { GroupRow } from '@console/shared-contract/api';
import type { GroupMembershipProps } from '@console/shared-contract/federation';
import { EmptyState, ErrorState, GroupIcon, makeStyles, SkeletonRows, tokens } from '@console/shared-ui/basics';
import { ListPager, useWrite } from '@console/shared-ui/pages';
import { membershipMessages } from './membership-messages';
import { AddById } from './add-by-id';
import { BrowseGroups } from './browse-groups';
import { GroupList } from './group-list';
import { changeMembership, refreshGroups, useContainingGroups } from '../group-data/membership.queries';

const useStyles = makeStyles({
  panel: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
});

/** The widget `group-membership`: the groups of one image or object. The key resets the state for another image or object. */
export function GroupMembershipWidget(props: GroupMembershipProps) {
  return <GroupMembership key={`${props.subject.kind} ${props.subject.id}`} {...props} />;
}

function GroupMembership({ subject, onMembershipChange, onJoined, onMember }: GroupMembershipProps) {
  const styles = useStyles();
  const list = useContainingGroups(subject);
  const { rows } = list;
  const canChange = useCanCall<'POST /similarity/training/v2/group/{id}/add-images'>('annotate');
  const removal = useWrite({
    send: ({ id }: GroupRow) => changeMembership('remove', id, subject),
    success: { title: membershipMessages.removed },
    failure: membershipMessages.removeFailed,
    changes: () => [{ topic: 'groups' }],
    getKey: ({ id }) => id,
  });
  const removeFromGroup = async (group: GroupRow) => {
    const { id, name } = group;
    const removalResult = await removal.send(group);
    if (!removalResult?.ok) return;
    if (removalResult.result) onMember?.({ id, name }, false);
    onMembershipChange?.({ added: 0, removed: 1 });
  };
  return (
    <div className={styles.panel}>
      {canChange && (
        <>
          <AddById
            subject={subject}
            currentGroupIds={(rows ?? []).map(({ id }) => id)}
            onAdded={({ id, name }, isNew) => {
              void refreshGroups();
              onMembershipChange?.({ added: 1, removed: 0 });
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
        </>
      )}
      {!rows && !list.error && <SkeletonRows rows={3} label={membershipMessages.list} />}
      {list.error != null && !rows && <ErrorState error={list.error} onRetry={list.refetch} />}
      {rows?.length === 0 && <EmptyState icon={<GroupIcon />}>{membershipMessages.none}</EmptyState>}
      {rows && rows.length > 0 && (
        <GroupList
          groups={rows}
          isBusy={removal.isPendingFor}
          onRemove={canChange ? (group) => void removeFromGroup(group) : undefined}
        />
      )}
      <ListPager list={list} />
    </div>
  );
}

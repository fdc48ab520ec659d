import { sendAsChangeSet } from '@console/shared-auth';
import type { GroupDetail } from '@console/shared-contract/api';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { useWrite } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import { similarMessages } from '../similar/similar-messages';
import { MEMBER_KINDS, type MemberKind, type SimilarItem } from '../similar/similar-items';
import { SimilarPanel } from '../similar/similar-panel';
import { changeMembers } from '../group-data/group.queries';

const otherGroupsChange = { topic: 'groups', ids: [] } as const;

/** Items similar to a group. A click adds an item, and the toast offers Undo. */
export function SimilarTab({ group }: { group: GroupDetail }) {
  const offerUndo = useUndoNotice();
  const addition = useWrite({
    send: ({ kind, id }: SimilarItem) =>
      sendAsChangeSet(['add to group', group.id, kind, id], (options) =>
        // Only items that can be group members have this action.
        changeMembers('add', group.id, kind as MemberKind, [id], options),
      ),
    failure: similarMessages.addFailed,
    changes: () => [otherGroupsChange],
    getKey: ({ key }) => key,
  });
  const addToGroup = async (item: SimilarItem) => {
    const result = await addition.send(item);
    if (!result?.ok) return;
    const changes = [{ topic: 'groups' as const, ids: [group.id] }];
    offerUndo(similarMessages.added(item.name), { changeSet: result.result.changeSet, changes });
  };
  const subject = useMemo(() => ({ kind: 'group' as const, id: group.id }), [group.id]);
  const action = {
    kinds: MEMBER_KINDS,
    getName: ({ name }: SimilarItem) => similarMessages.add(name),
    run: (item: SimilarItem) => void addToGroup(item),
    isBusy: addition.isPendingFor,
  };
  return <SimilarPanel subject={subject} action={action} />;
}

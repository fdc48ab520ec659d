import { announce, sendAsChangeSet } from '@console/shared-auth';
import type { GroupDetail } from '@console/shared-contract/api';
import { useNotify } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { useWrite } from '@console/shared-ui/pages';
import { memberMessages } from '../../group-data/member-messages';
import {
  changeMembers,
  type GroupValues,
  setImagesFlag,
  setGroupsTestFlag,
  MEMBER_KINDS,
  type Members,
  moveMembers,
  patchGroup,
} from '../../group-data/group.queries';
import { toMemberIds, type Member, withImageFlag, withGroupTestFlag } from '../../group-data/members';

/** Returns the text of the badge that members get by a change. */
export function getFlagName({ flag, isSet }: FlagChange): 'REAL' | 'PRODUCT' | 'TEST' | 'TRAIN' {
  if (flag === 'real') return isSet ? 'REAL' : 'PRODUCT';
  return isSet ? 'TEST' : 'TRAIN';
}
const countMembers = (members: Members) => MEMBER_KINDS.reduce((sum, kind) => sum + members[kind].length, 0);
/** Change that invalidates the lists of groups. With empty `ids`, the cached details of groups stay valid. */
const otherGroupsChange = { topic: 'groups', ids: [] } as const;

/** A change of a flag of members: `real` marks them as REAL (photo) or PRODUCT (product image), `test` as TEST or TRAIN. */
export interface FlagChange {
  flag: 'real' | 'test';
  isSet: boolean;
}

/** Lists the members whose flag has the opposite value. Groups have no REAL flag, so groups are never listed for `real`. */
export const listMembersToChange = (members: readonly Member[], { flag, isSet }: FlagChange) =>
  members.filter((member) => member[flag] === !isSet);

/** Writes that mark, remove and move members. Removals, moves and bulk marks offer Undo in a toast. */
export interface MemberWrites {
  setReal: (members: readonly Member[], real: boolean) => void;
  setTest: (members: readonly Member[], test: boolean) => void;
  /** Marks many members and offers Undo for the changed ones. Resolves to whether the write succeeded. */
  changeFlag: (members: readonly Member[], flagChange: FlagChange) => Promise<boolean>;
  /** Resolves to whether the write succeeded. */
  remove: (members: readonly Member[]) => Promise<boolean>;
  /** Resolves to an error message, or null on success. */
  move: (members: readonly Member[], target: { to: string } | { new_group: GroupValues }) => Promise<string | null>;
  isBusy: boolean;
}

export function useMemberWrites(group: GroupDetail): MemberWrites {
  const offerUndo = useUndoNotice();
  const notify = useNotify();
  const flagWrite = useWrite({
    send: async ({ members, flag, isSet }: FlagChange & { members: readonly Member[] }) => {
      const images = [...new Set(members.flatMap(({ image }) => image ?? []))];
      const groups = flag === 'test' ? toMemberIds(members).groups : [];
      const { changeSet } = await sendAsChangeSet(['mark', group.id, flag, isSet, images, groups], async (options) => {
        if (images.length > 0) await setImagesFlag(images, flag, isSet, options);
        if (groups.length > 0) await setGroupsTestFlag(groups, isSet, options);
      });
      if (images.length > 0)
        await patchGroup(group.id, (current) =>
          withImageFlag(current, new Set(images), flag === 'real' ? 'real' : 'test_image', isSet),
        );
      if (groups.length > 0) await patchGroup(group.id, (current) => withGroupTestFlag(current, new Set(groups), isSet));
      return changeSet;
    },
    failure: memberMessages.switchFailed,
    changes: ({ members }) => [{ topic: 'groups', ids: toMemberIds(members).groups }],
    getKey: ({ members, flag }) => `${flag} ${members.map(({ key }) => key).join()}`,
  });

  const memberRemoval = useWrite({
    send: (members: Members) =>
      sendAsChangeSet(['remove members', group.id, members], async (options) => {
        const removedMembers: Members = { images: [], objects: [], groups: [] };
        for (const kind of MEMBER_KINDS) {
          if (members[kind].length === 0) continue;
          const response = await changeMembers('remove', group.id, kind, members[kind], options);
          removedMembers[kind] =
            'removed' in response ? response.removed[kind === 'objects' ? 'detection_objects' : kind] : members[kind];
        }
        return removedMembers;
      }),
    failure: memberMessages.removeFailed,
    changes: () => [otherGroupsChange],
    getKey: (members) => JSON.stringify(members),
  });

  const memberMove = useWrite({
    send: ({ members, target }: { members: Members; target: { to: string } | { new_group: GroupValues } }) =>
      sendAsChangeSet(['move members', group.id, members, target], (options) => moveMembers(group.id, target, members, options)),
    failure: memberMessages.moveFailed,
    failureIn: 'form',
    changes: () => [otherGroupsChange],
  });

  /** Returns the title of the toast. If someone else has already removed some members, adds a note and refetches the group. */
  const describeResult = async (title: string, count: number, members: readonly Member[]) => {
    if (count === members.length) return title;
    await announce({ topic: 'groups', ids: [group.id] });
    return `${title} ${memberMessages.someMissing}`;
  };

  return {
    setReal: (members, isSet) =>
      void flagWrite.send({ members: members.filter(({ real }) => real !== isSet), flag: 'real', isSet }),
    setTest: (members, isSet) => void flagWrite.send({ members, flag: 'test', isSet }),
    changeFlag: async (members, flagChange) => {
      const changedMembers = listMembersToChange(members, flagChange);
      if (changedMembers.length === 0) return true;
      const result = await flagWrite.send({ members: changedMembers, ...flagChange });
      if (!result?.ok) return false;
      offerUndo(memberMessages.marked(changedMembers.length, getFlagName(flagChange)), {
        changeSet: result.result,
        changes: [{ topic: 'groups' }, { topic: 'images' }],
      });
      return true;
    },
    remove: async (members) => {
      const result = await memberRemoval.send(toMemberIds(members));
      if (!result?.ok) return false;
      const { result: removedMembers, changeSet } = result.result;
      const count = countMembers(removedMembers);
      if (count === 0) {
        // Nothing has changed, so there is nothing to undo.
        notify.info({ title: memberMessages.alreadyRemoved });
        await announce({ topic: 'groups', ids: [group.id] });
        return true;
      }
      const title = members.length === 1 && count === 1 ? memberMessages.removed : memberMessages.removedMany(count);
      offerUndo(await describeResult(title, count, members), { changeSet, changes: [{ topic: 'groups', ids: [group.id] }] });
      return true;
    },
    move: async (members, target) => {
      const result = await memberMove.send({ members: toMemberIds(members), target });
      if (!result) return null;
      if (!result.ok) return result.message;
      const { changeSet } = result.result;
      const { moved, to: targetGroup } = result.result.result;
      const count = countMembers(moved);
      offerUndo(await describeResult(`${memberMessages.moved(count)} ${targetGroup.name}`, count, members), {
        changeSet,
        changes: [{ topic: 'groups', ids: [group.id, targetGroup.id] }],
      });
      return null;
    },
    isBusy: flagWrite.isPending || memberRemoval.isPending || memberMove.isPending,
  };
}

import { announce } from '@console/shared-auth';
import type { GroupDetail } from '@console/shared-contract/api';
import { useNotify } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { useWrite } from '@console/shared-ui/pages';
import type { GroupValues } from '../forms/group-form';
import { messages } from '../messages';
import { changeMembers, deleteGroup, markImages, markTest, type Members, moveMembers, patchGroup } from './group.queries';
import { idsOf, kinds, type Member, withFlag, withTestGroups } from './members';

const words = messages.members;
/** The badge's word. */
export function nameOf({ flag, on }: MemberMark): 'REAL' | 'PRODUCT' | 'TEST' | 'TRAIN' {
  if (flag === 'real') return on ? 'REAL' : 'PRODUCT';
  return on ? 'TEST' : 'TRAIN';
}
const countOf = (members: Members) => kinds.reduce((sum, kind) => sum + members[kind].length, 0);
const others = { topic: 'groups', ids: [] } as const;

/** REAL or PRODUCT, TEST or TRAIN. */
export interface MemberMark {
  flag: 'real' | 'test';
  on: boolean;
}

/** Those that are otherwise: a group is neither REAL nor PRODUCT. */
export const unlike = (members: readonly Member[], { flag, on }: MemberMark) => members.filter((member) => member[flag] === !on);

/** Switches, removals and moves of members; what is taken away can be brought back by its toast. */
export interface MemberWrites {
  setReal: (members: readonly Member[], real: boolean) => void;
  setTest: (members: readonly Member[], test: boolean) => void;
  /** Switches many at once, with a way back for those that were otherwise; answers whether it went well. */
  mark: (members: readonly Member[], mark: MemberMark) => Promise<boolean>;
  /** Answers whether it went well. */
  remove: (members: readonly Member[]) => Promise<boolean>;
  move: (members: readonly Member[], target: { to: string } | { new_group: GroupValues }) => Promise<string | null>;
  isBusy: boolean;
}

export function useMemberWrites(group: GroupDetail): MemberWrites {
  const offerUndo = useUndoNotice();
  const notify = useNotify();
  const flags = useWrite({
    send: async ({ members, flag, on }: { members: readonly Member[]; flag: 'real' | 'test'; on: boolean }) => {
      const images = [...new Set(members.flatMap(({ image }) => image ?? []))];
      const groups = flag === 'test' ? idsOf(members).groups : [];
      if (images.length > 0) {
        await markImages(images, flag, on);
        await patchGroup(group.id, (now) => withFlag(now, new Set(images), flag === 'real' ? 'real' : 'test_image', on));
      }
      if (groups.length > 0) {
        await markTest(groups, on);
        await patchGroup(group.id, (now) => withTestGroups(now, new Set(groups), on));
      }
    },
    failure: words.switchFailed,
    changes: ({ members }) => [{ topic: 'groups', ids: idsOf(members).groups }],
    getKey: ({ members, flag }) => `${flag} ${members.map(({ key }) => key).join()}`,
  });

  const removal = useWrite({
    send: async (members: Members) => {
      const gone: Members = { images: [], objects: [], groups: [] };
      for (const kind of kinds) {
        if (members[kind].length === 0) continue;
        const answer = await changeMembers('remove', group.id, kind, members[kind]);
        gone[kind] = 'removed' in answer ? answer.removed[kind === 'objects' ? 'detection_objects' : kind] : members[kind];
      }
      return gone;
    },
    failure: words.removeFailed,
    changes: () => [others],
    getKey: (members) => JSON.stringify(members),
  });
  const bringBack = async (members: Members) => {
    for (const kind of kinds) if (members[kind].length > 0) await changeMembers('add', group.id, kind, members[kind]);
  };

  const moving = useWrite({
    send: ({ members, target }: { members: Members; target: { to: string } | { new_group: GroupValues } }) =>
      moveMembers(group.id, target, members),
    failure: words.moveFailed,
    failureIn: 'form',
    changes: () => [others],
  });

  /** Where somebody else was before us with some, it is said, and the group is read as it is now. */
  const toldOf = async (title: string, count: number, members: readonly Member[]) => {
    if (count === members.length) return title;
    await announce({ topic: 'groups', ids: [group.id] });
    return `${title} ${words.notAllThere}`;
  };

  return {
    setReal: (members, on) => void flags.send({ members: members.filter(({ real }) => real !== on), flag: 'real', on }),
    setTest: (members, on) => void flags.send({ members, flag: 'test', on }),
    mark: async (members, mark) => {
      const changed = unlike(members, mark);
      if (changed.length === 0) return true;
      const written = await flags.send({ members: changed, ...mark });
      if (!written?.ok) return false;
      offerUndo(words.marked(changed.length, nameOf(mark)), async () => {
        await flags.send({ members: changed, flag: mark.flag, on: !mark.on });
      });
      return true;
    },
    remove: async (members) => {
      const written = await removal.send(idsOf(members));
      if (!written?.ok) return false;
      const count = countOf(written.result);
      if (count === 0) {
        // There is nothing to undo.
        notify.info({ title: words.goneAlready });
        await announce({ topic: 'groups', ids: [group.id] });
        return true;
      }
      const title = members.length === 1 && count === 1 ? words.removed : words.removedMany(count);
      offerUndo(await toldOf(title, count, members), async () => {
        await bringBack(written.result);
        await announce(others);
      });
      return true;
    },
    move: async (members, target) => {
      const written = await moving.send({ members: idsOf(members), target });
      if (!written) return null;
      if (!written.ok) return written.message;
      const { moved, to } = written.result;
      const count = countOf(moved);
      offerUndo(await toldOf(`${words.moved(count)} ${to.name}`, count, members), async () => {
        await moveMembers(to.id, { to: group.id }, moved);
        if ('new_group' in target) await deleteGroup(to.id);
        await announce({ topic: 'groups', ids: [group.id] });
      });
      return null;
    },
    isBusy: flags.isPending || removal.isPending || moving.isPending,
  };
}

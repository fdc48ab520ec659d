import { activeWorkspaceIdAtom, consoleStore } from '@console/shared-auth';
import { useNotify } from '@console/shared-ui/basics';
import { useEffect } from 'react';
import { Batcher, Signal } from '../../editor/model/signals';
import { similarityMessages } from './similarity-messages';
import { type GroupMembershipWrite, wasAlreadyMember } from '../../outbox';
import { filterWrites } from '../history/external-effects';
import { useKeyAction } from '../keys/use-key-action';
import { useScreen } from '../context/screen-context';
import { useEnterWrites } from '../context/use-enter-writes';
import { useTopic } from '../../editor/view/layer/use-topic';

interface Group {
  id: string;
  name: string;
}

/** The group that was used last in this tab, with its workspace. */
const lastGroup = new Signal<{ workspace: string | null; group: Group } | null>(null, new Batcher());

/** Remembers the group to which the key adds objects. */
export function rememberGroup(group: Group): void {
  lastGroup.set({ workspace: consoleStore.get(activeWorkspaceIdAtom), group });
}

/** Adds the selected objects to the last used group with one key. Like other writes, the addition survives a reload and can be undone. */
export function useJoinGroupKey(): void {
  const { image, editor, outbox, layer } = useScreen();
  const notify = useNotify();
  const enterWrites = useEnterWrites();
  const rememberedGroup = useTopic(lastGroup);
  useTopic(editor.topics.selection);
  const objectIds = editor.selectedShapes.flatMap((shape) => (shape.kind === 'object' ? [shape.id] : []));
  const group = rememberedGroup?.workspace === image.workspace ? rememberedGroup.group : null;
  // If the server reports that an object was already in the group, change the undo step, so that undo does not remove the object.
  useEffect(
    () =>
      outbox.onEvent((event) => {
        const write = event.type === 'responded' ? event.entry.write : undefined;
        if (event.type !== 'responded' || write?.kind !== 'group-membership' || !wasAlreadyMember(write, event.response)) return;
        editor.document.replaceExternalSteps((step) =>
          filterWrites(
            step,
            (candidate) => candidate.kind !== 'group-membership' || toMembershipKey(candidate) !== toMembershipKey(write),
          ),
        );
        notify.info({ title: similarityMessages.joinedAlready(write.group.name) });
      }),
    [outbox, editor, notify],
  );
  const joinGroup = (target: Group) => {
    const writes = objectIds.map((object): GroupMembershipWrite => ({
      kind: 'group-membership',
      image: image.id,
      object,
      group: target,
      before: false,
      after: true,
    }));
    enterWrites(writes, { shapeId: objectIds.length === 1 ? objectIds[0] : undefined });
    notify.success({ title: similarityMessages.joined(target.name) });
  };
  // Groups cannot contain objects of a layer (a user's own annotations in a job), because these objects have no database row.
  useKeyAction('join-group', group && !layer && objectIds.length > 0 ? () => joinGroup(group) : null);
}

const toMembershipKey = ({ object, group }: GroupMembershipWrite) => `${object} ${group.id}`;

import { activeWorkspaceIdAtom, consoleStore } from '@console/shared-auth';
import { useNotify } from '@console/shared-ui/basics';
import { useEffect, useSyncExternalStore } from 'react';
import { messages } from '../messages';
import { type GroupMembershipWrite, wasThere } from '../outbox';
import { filterWrites } from './history/outside-work';
import { useKeyAction } from './keys/use-key-action';
import { useScreen } from './screen-context';
import { useEnterWrites } from './use-enter-writes';
import { useTopic } from '../editor/view/use-topic';

const similarityMessages = messages.similarity;

interface Group {
  id: string;
  name: string;
}

/** The group that something was added to last in this tab, and the workspace that it is of. */
let lastGroup: { workspace: string | null; group: Group } | null = null;
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** From now on the key adds to this group. */
export function rememberGroup(group: Group): void {
  lastGroup = { workspace: consoleStore.get(activeWorkspaceIdAtom), group };
  for (const watcher of watchers) watcher();
}

/** The selected objects join the group that was used last, by one key: a write like any other, which survives and is undone. */
export function useJoinGroupKey(): void {
  const { image, editor, outbox } = useScreen();
  const notify = useNotify();
  const enter = useEnterWrites();
  const remembered = useSyncExternalStore(watch, () => lastGroup);
  useTopic(editor.topics.selection);
  const objects = editor.selectedShapes.flatMap((shape) => (shape.kind === 'object' ? [shape.id] : []));
  const group = remembered?.workspace === image.workspace ? remembered.group : null;
  // What the key did not do is not undone.
  useEffect(
    () =>
      outbox.onEvent((event) => {
        const write = event.type === 'answered' ? event.entry.write : undefined;
        if (event.type !== 'answered' || write?.kind !== 'group-membership' || !wasThere(write, event.answer)) return;
        editor.reviseOutside((step) =>
          filterWrites(step, (other) => other.kind !== 'group-membership' || toMembershipKey(other) !== toMembershipKey(write)),
        );
        notify.info({ title: similarityMessages.joinedAlready(write.group.name) });
      }),
    [outbox, editor, notify],
  );
  const join = (to: Group) => {
    const writes = objects.map((object): GroupMembershipWrite => ({
      kind: 'group-membership',
      image: image.id,
      object,
      group: to,
      before: false,
      after: true,
    }));
    enter(writes, { shapeId: objects.length === 1 ? objects[0] : undefined });
    notify.success({ title: similarityMessages.joined(to.name) });
  };
  useKeyAction('join-group', group && objects.length > 0 ? () => join(group) : null);
}

const toMembershipKey = ({ object, group }: GroupMembershipWrite) => `${object} ${group.id}`;

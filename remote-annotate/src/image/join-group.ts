import { activeWorkspaceIdAtom, announce, api, consoleStore } from '@console/shared-auth';
import { describeError, useNotify } from '@console/shared-ui/basics';
import { useSyncExternalStore } from 'react';
import { messages } from '../messages';
import { useKeyAction } from './keys/use-key-action';
import { useScreen } from './screen-context';
import { useTopic } from '../editor/view/use-topic';

const words = messages.similarity;

interface Group {
  id: string;
  name: string;
}

/** The group that something was added to last in this tab, and the workspace that it is of. */
let last: { workspace: string | null; group: Group } | null = null;
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** From now on the key adds to this group. */
export function rememberGroup(group: Group): void {
  last = { workspace: consoleStore.get(activeWorkspaceIdAtom), group };
  for (const watcher of watchers) watcher();
}

/** The selected objects join the group that was used last, by one key. */
export function useJoinGroupKey(): void {
  const { image, editor } = useScreen();
  const notify = useNotify();
  const known = useSyncExternalStore(watch, () => last);
  useTopic(editor.topics.selection);
  // One that is not saved yet has no id that a group could hold.
  const objects = editor.selectedShapes.flatMap((shape) => (shape.kind === 'object' ? (shape.serverId ?? []) : []));
  const group = known?.workspace === image.workspace ? known.group : null;
  const join = async ({ id, name }: Group) => {
    try {
      await api.call('POST /similarity/training/v2/group/{id}/add-objects', {
        params: { id },
        query: { answer: 'changes' },
        body: { objects },
      });
      notify.success({ title: words.joined(name) });
    } catch (error) {
      notify.danger({ title: words.joinFailed(name), text: describeError(error) });
    } finally {
      void announce({ topic: 'groups', ids: [id] });
    }
  };
  useKeyAction('join-group', group && objects.length > 0 ? () => void join(group) : null);
}

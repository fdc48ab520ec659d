import { useRole, useWorkspace } from '@console/shared-auth';
import { useNotify } from '@console/shared-ui/basics';
import { useEffect, useRef } from 'react';
import { consoleMessages } from './console-messages';
import { messages } from '../messages';

/** Shows a toast when the user's role in the active workspace changes while the tab is open. */
export function useRoleNotice(): void {
  const notify = useNotify();
  const role = useRole();
  const { workspace } = useWorkspace();
  const id = workspace?.id;
  const name = workspace?.name ?? '';
  const shownRole = useRef({ id, role });
  useEffect(() => {
    const previousRole = shownRole.current;
    shownRole.current = { id, role };
    if (id === undefined || previousRole.id !== id || previousRole.role === role || role === null) return;
    notify.warning({
      title: consoleMessages.roleChanged.title(messages.roles[role]),
      text: consoleMessages.roleChanged.text(name),
    });
  }, [id, role, name, notify]);
}

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
  const workspaceId = workspace?.id;
  const workspaceName = workspace?.name ?? '';
  const shownRole = useRef({ id: workspaceId, role });
  useEffect(() => {
    const previousRole = shownRole.current;
    shownRole.current = { id: workspaceId, role };
    if (workspaceId === undefined || previousRole.id !== workspaceId || previousRole.role === role || role === null) return;
    notify.warning({
      title: consoleMessages.roleChanged.title(messages.roles[role]),
      text: consoleMessages.roleChanged.text(workspaceName),
    });
  }, [workspaceId, role, workspaceName, notify]);
}

import { useAutomaticWorkspaceSwitch } from '@console/shared-auth';
import { useNotify } from '@console/shared-ui/basics';
import { useCallback } from 'react';
import { messages } from '../messages';

/** Shows a toast when a link has switched the workspace. */
export function useWorkspaceSwitchNotice(): void {
  const notify = useNotify();
  useAutomaticWorkspaceSwitch(
    useCallback(
      ({ name }) => notify.info({ title: messages.workspaceSwitched.title, text: messages.workspaceSwitched.text(name) }),
      [notify],
    ),
  );
}

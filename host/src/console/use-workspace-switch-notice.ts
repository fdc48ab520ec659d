import { useAutomaticWorkspaceSwitch } from '@console/shared-auth';
import { useNotify } from '@console/shared-ui/basics';
import { useCallback } from 'react';
import { consoleMessages } from './console-messages';

/** Shows a toast when a link has switched the workspace. */
export function useWorkspaceSwitchNotice(): void {
  const notify = useNotify();
  useAutomaticWorkspaceSwitch(
    useCallback(
      ({ name }) =>
        notify.info({ title: consoleMessages.workspaceSwitched.title, text: consoleMessages.workspaceSwitched.text(name) }),
      [notify],
    ),
  );
}

import { useAutomaticWorkspaceSwitch } from '@console/shared-auth';
import { useNotify } from '@console/shared-ui/basics';
import { useCallback } from 'react';
import { messages } from '../messages';

/** Shows a toast when a link has switched the workspace. */
export function useFollowedNote(): void {
  const notify = useNotify();
  useAutomaticWorkspaceSwitch(
    useCallback(({ name }) => notify.info({ title: messages.followed.title, text: messages.followed.text(name) }), [notify]),
  );
}

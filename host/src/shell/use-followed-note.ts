import { useFollowedWorkspace } from '@console/shared-auth';
import { useNotify } from '@console/shared-ui/basics';
import { useCallback } from 'react';
import { messages } from '../messages';

/** Says that a link has switched the workspace, which else only the header would show. */
export function useFollowedNote(): void {
  const notify = useNotify();
  useFollowedWorkspace(
    useCallback(({ name }) => notify.info({ title: messages.followed.title, text: messages.followed.text(name) }), [notify]),
  );
}

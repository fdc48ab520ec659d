import { describeError, Link, useNotify } from '@console/shared-ui/basics';
import { useMemo } from 'react';
import { messages } from '../messages';

const words = messages.members;

/** Says what was done, with a way back that works once. */
export function useUndoNotice(): (title: string, undo: () => Promise<unknown>) => void {
  const notify = useNotify();
  return useMemo(
    () => (title, undo) => {
      let isUsed = false;
      const take = async () => {
        if (isUsed) return;
        isUsed = true;
        hide();
        try {
          await undo();
        } catch (error) {
          notify.danger({ title: words.undoFailed, text: describeError(error) });
        }
      };
      const hide = notify.success({
        title,
        text: (
          <Link as="button" onClick={() => void take()}>
            {words.undo}
          </Link>
        ),
      });
    },
    [notify],
  );
}

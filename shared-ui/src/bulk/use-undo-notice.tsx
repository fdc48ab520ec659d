import { Link } from '@fluentui/react-components';
import { useMemo } from 'react';
import { describeError } from '../states/error-state';
import { messages } from '../messages';
import { useNotify } from '../toasts/notify';

const words = messages.bulk;

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

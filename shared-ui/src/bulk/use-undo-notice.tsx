import { Caption1, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import { describeError } from '../states/error-state';
import { messages } from '../messages';
import { useNotify } from '../toasts/notify';
import { registerUndoShortcut } from './undo-shortcut';

const bulkMessages = messages.bulk;
const useStyles = makeStyles({
  content: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: tokens.spacingHorizontalS },
  key: { color: tokens.colorNeutralForeground3 },
});

/**
 * Returns a function that shows a success toast with an Undo link, and `text` above it. Ctrl+Z does the same while the toast is
 * visible. After the undo, another toast tells what was undone, unless `undo` resolves to false: it has then reported a problem.
 */
export function useUndoNotice(): (title: string, undo: () => Promise<unknown>, text?: string) => void {
  const notify = useNotify();
  return useMemo(
    () => (title, undo, text) => {
      let isUndone = false;
      const undoOnce = async () => {
        if (isUndone) return;
        isUndone = true;
        unregister();
        hide();
        try {
          if ((await undo()) !== false) notify.success({ title: bulkMessages.undone(title) });
        } catch (error) {
          notify.danger({ title: bulkMessages.undoFailed, text: describeError(error) });
        }
      };
      const unregister = registerUndoShortcut(() => void undoOnce());
      const hide = notify.success({
        title,
        text: <UndoLink text={text} onUndo={() => void undoOnce()} />,
        hasAction: true,
        onHidden: unregister,
      });
    },
    [notify],
  );
}

function UndoLink({ text, onUndo }: { text: string | undefined; onUndo: () => void }) {
  const styles = useStyles();
  return (
    <span className={styles.content}>
      {text !== undefined && <span>{text}</span>}
      <Link as="button" aria-keyshortcuts="Control+Z" onClick={onUndo}>
        {bulkMessages.undo}
      </Link>
      <Caption1 aria-hidden className={styles.key}>
        {bulkMessages.undoKey}
      </Caption1>
    </span>
  );
}

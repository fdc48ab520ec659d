import { Caption1, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import { describeError } from '../states/error-state';
import { messages } from '../messages';
import { useNotify } from '../toasts/notify';
import { registerUndoShortcut } from './undo-shortcut';

const bulkMessages = messages.bulk;
const useStyles = makeStyles({
  way: { display: 'flex', alignItems: 'baseline', gap: tokens.spacingHorizontalS },
  key: { color: tokens.colorNeutralForeground3 },
});

/** Says what was done, with a way back that works once: by its link, or by Ctrl+Z while the toast is there. */
export function useUndoNotice(): (title: string, undo: () => Promise<unknown>) => void {
  const notify = useNotify();
  return useMemo(
    () => (title, undo) => {
      let isUsed = false;
      const take = async () => {
        if (isUsed) return;
        isUsed = true;
        endOffer();
        hide();
        try {
          await undo();
        } catch (error) {
          notify.danger({ title: bulkMessages.undoFailed, text: describeError(error) });
        }
      };
      const endOffer = registerUndoShortcut(() => void take());
      const hide = notify.success({ title, text: <Way onTake={() => void take()} />, hasAction: true, onHidden: endOffer });
    },
    [notify],
  );
}

function Way({ onTake }: { onTake: () => void }) {
  const styles = useStyles();
  return (
    <span className={styles.way}>
      <Link as="button" aria-keyshortcuts="Control+Z" onClick={onTake}>
        {bulkMessages.undo}
      </Link>
      <Caption1 aria-hidden className={styles.key}>
        {bulkMessages.undoKey}
      </Caption1>
    </span>
  );
}

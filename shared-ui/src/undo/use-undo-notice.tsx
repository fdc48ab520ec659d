import { announce, useSeesWorkspace, useWorkspace } from '@console/shared-auth';
import type { UndoResult } from '@console/shared-contract/api';
import type { Change } from '@console/shared-contract/federation/shared-keys';
import { Caption1, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useCallback } from 'react';
import { undoMessages } from './undo-messages';
import { describeError } from '../states/error-state';
import { useNotify } from '../toasts/notify';
import { finishUndo } from './finish-undo';
import { describeConflicts, undoChangeSet } from './undo-change-set';
import { registerUndoShortcut } from './undo-shortcut';

const useStyles = makeStyles({
  content: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: tokens.spacingHorizontalS },
  key: { color: tokens.colorNeutralForeground3 },
});

/** An undo to offer to the user: the change set to undo, and what happens on the screen after the undo. */
export interface UndoOffer {
  /** The key of the change set: the UUID with which the writes were sent. */
  changeSet: string;
  /** Changes to announce after the undo, so that affected queries are refetched. */
  changes: readonly Change[];
  /** Text of the toast above the Undo link. */
  text?: string;
  /** Called after the undo, before data is refetched. */
  onUndone?: () => void;
  /** Whether Ctrl+Z triggers the undo while the toast is visible. Default: true. Set false on screens that use Ctrl+Z themselves. */
  hasShortcut?: boolean;
}

/**
 * Returns a function that undoes a change set and shows a toast with the result. If some rows were not restored, the toast links to a
 * page on which the user can decide about them. The function resolves to false if the undo has failed.
 */
export function useUndo(): (title: string, offer: UndoOffer) => Promise<boolean> {
  const notify = useNotify();
  const { workspaceId } = useWorkspace();
  return useCallback(
    async (title, { changeSet, changes, onUndone }) => {
      try {
        const startedUndo = await undoChangeSet(changeSet);
        if (startedUndo.pending) notify.info({ title: undoMessages.pending });
        const result = await finishUndo(startedUndo, { workspace: workspaceId ?? '', signal: new AbortController().signal });
        onUndone?.();
        await announce(...changes);
        if (result.conflict_count === 0) notify.success({ title: undoMessages.undone(title) });
        else
          notify.warning({
            title: undoMessages.undonePartly(result.undone, result.undone + result.conflict_count),
            text: <UndoConflictCount result={result} />,
            hasAction: true,
          });
        return true;
      } catch (error) {
        notify.danger({ title: undoMessages.failed, text: describeError(error), error });
        return false;
      }
    },
    [notify, workspaceId],
  );
}

/**
 * Returns a function that shows a success toast with an Undo link. By default, Ctrl+Z also triggers the undo while the toast is visible.
 */
export function useUndoNotice(): (title: string, offer: UndoOffer) => void {
  const notify = useNotify();
  const undo = useUndo();
  const canUndo = useSeesWorkspace();
  return useCallback(
    (title, offer) => {
      if (!canUndo) return void notify.success({ title, text: offer.text });
      let isUndone = false;
      const undoOnce = () => {
        if (isUndone) return;
        isUndone = true;
        unregister();
        hideNotice();
        void undo(title, offer);
      };
      const { hasShortcut = true } = offer;
      const unregister = hasShortcut ? registerUndoShortcut(undoOnce) : () => undefined;
      const hideNotice = notify.success({
        title,
        text: <UndoLink text={offer.text} hasShortcut={hasShortcut} onUndo={undoOnce} />,
        hasAction: true,
        onHidden: unregister,
      });
    },
    [notify, undo, canUndo],
  );
}

interface UndoLinkProps {
  text: string | undefined;
  hasShortcut: boolean;
  onUndo: () => void;
}

function UndoLink({ text, hasShortcut, onUndo }: UndoLinkProps) {
  const styles = useStyles();
  return (
    <span className={styles.content}>
      {text !== undefined && <span>{text}</span>}
      <Link as="button" aria-keyshortcuts={hasShortcut ? 'Control+Z' : undefined} onClick={onUndo}>
        {undoMessages.undo}
      </Link>
      {hasShortcut && (
        <Caption1 aria-hidden className={styles.key}>
          {undoMessages.undoKey}
        </Caption1>
      )}
    </span>
  );
}

/** Explains why some rows were not restored, with a link to a page on which the user can decide about them. */
function UndoConflictCount({ result }: { result: UndoResult }) {
  const styles = useStyles();
  return (
    <span className={styles.content}>
      <span>{describeConflicts(result.conflicts)}</span>
      {/* Do not use `TextLink`, which needs a router: toasts may be rendered outside of the router. */}
      <Link href={`/activity?undo=${result.undoes}`} target="_blank" rel="noopener">
        {undoMessages.showInActivity}
      </Link>
    </span>
  );
}

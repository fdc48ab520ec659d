import { announce, invalidateWorkspace } from '@console/shared-auth';
import { newId } from '@console/shared-contract/new-id';
import type { QualityRule } from '@console/shared-contract/quality-rules';
import { Caption1, ConfirmDialog } from '@console/shared-ui/basics';
import { useUndoNotice } from '@console/shared-ui/bulk';
import { useWrite } from '@console/shared-ui/pages';
import { useState, type ReactNode } from 'react';
import { deleteViolatingShapes, getViolationsKey, type ShapeDeletion } from './rules.queries';
import { RULE_TEXTS, ruleMessages } from './rule-messages';

const CHANGES = [{ topic: 'images' }, { topic: 'objects' }] as const;

export interface ShapeDeletionState {
  /** Counts the shapes and asks for confirmation. */
  request: (rule: QualityRule) => void;
  isBusy: boolean;
  /**
   * The dialog that asks for confirmation and shows the progress. Show it instead of the dialog that requested the deletion. Null
   * without a request.
   */
  dialog: ReactNode;
}

/** Deletes the shapes that violate a rule of a task, after a preview and a confirmation. One undo restores all of them. */
export function useShapeDeletion(taskId: string): ShapeDeletionState {
  const [pendingDeletion, setPendingDeletion] = useState<{ rule: QualityRule; preview: ShapeDeletion } | null>(null);
  const [progress, setProgress] = useState<string | null>(null);
  const offerUndo = useUndoNotice();
  const refresh = () => invalidateWorkspace(...getViolationsKey(taskId));
  const deletionPreview = useWrite({
    failure: ruleMessages.deleteFailed,
    send: async (rule: QualityRule) =>
      setPendingDeletion({ rule, preview: await deleteViolatingShapes({ task: taskId, rule, dry_run: true }) }),
  });
  const deletion = useWrite({
    failure: ruleMessages.deleteFailed,
    send: async (rule: QualityRule) => {
      const changeSet = newId();
      let deletedCount = 0;
      try {
        await deleteViolatingShapes({ task: taskId, rule, dry_run: false }, { changeSet }, (shapes) => {
          deletedCount = shapes;
          setProgress(ruleMessages.deleting(shapes));
        });
      } finally {
        setProgress(null);
        setPendingDeletion(null);
        // If a later batch has failed, the shapes of the earlier batches are still deleted.
        if (deletedCount > 0)
          offerUndo(ruleMessages.deleted(deletedCount), { changeSet, changes: CHANGES, onUndone: () => void refresh() });
        await refresh();
        await announce(...CHANGES);
      }
    },
  });
  const dialog = pendingDeletion && (
    <ConfirmDialog
      title={ruleMessages.deleteTitle(RULE_TEXTS[pendingDeletion.rule].name)}
      confirmLabel={ruleMessages.delete}
      busy={deletion.isPending}
      confirmDisabled={pendingDeletion.preview.shapes === 0}
      onConfirm={() => void deletion.send(pendingDeletion.rule)}
      onCancel={() => setPendingDeletion(null)}
    >
      {pendingDeletion.preview.shapes === 0
        ? ruleMessages.nothingLeft
        : ruleMessages.deleteText(pendingDeletion.preview.shapes, pendingDeletion.preview.images)}
      {pendingDeletion.rule === 'duplicate' && pendingDeletion.preview.shapes > 0 && ` ${ruleMessages.duplicateText}`}
      <Caption1 block role="status">
        {progress}
      </Caption1>
    </ConfirmDialog>
  );
  return { request: (rule) => void deletionPreview.send(rule), isBusy: deletionPreview.isPending || deletion.isPending, dialog };
}

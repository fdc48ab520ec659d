import { api, sendAsChangeSet } from '@console/shared-auth';
import { getImageFileName } from '@console/shared-contract/image-file-name';
import { DeleteIcon, describeRefusal, useNotify } from '@console/shared-ui/basics';
import { DeletionDialog, useUndoNotice } from '@console/shared-ui/pages';
import { ToolbarButton } from '@console/shared-ui/toolbar';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { imageMessages } from '../data/image-messages';
import { invalidateOtherPages } from '../../outbox';
import { deleteDrafts } from '../drafts/draft-storage';
import { useDraftScope } from '../drafts/drafts';
import { historyStore } from '../history/history-store';
import { KeyTooltip } from '../keys/key-tooltip';
import { useKeyAction } from '../keys/use-key-action';
import { useScreen } from '../context/screen-context';

/** A button that deletes the image after a confirmation. Also deletes the data about the image in this browser. */
export function DeleteImage() {
  const { image, workId, outbox, onDeleted } = useScreen();
  const draftScope = useDraftScope();
  const navigate = useNavigate();
  const notify = useNotify();
  const offerUndo = useUndoNotice();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  useKeyAction('delete-image', () => setIsConfirming(true));
  const deleteImage = async () => {
    setIsBusy(true);
    try {
      const { changeSet } = await sendAsChangeSet(['delete image', image.id], (options) =>
        api.call('DELETE /recognition/v2/training-image/{id}', {
          params: { id: image.id },
          workspace: image.workspace,
          repeatable: true,
          ...options,
        }),
      );
      // Discard unsent changes of the deleted image.
      await outbox.abandonImage(image.id);
      await historyStore.deleteHistory(outbox.scope, image.id);
      if (workId !== image.id) await historyStore.deleteHistory(outbox.scope, workId);
      deleteDrafts(draftScope);
      invalidateOtherPages();
      // Offer undo in a toast without a key. The next screen can be another image, where the undo key undoes steps of that image.
      offerUndo(imageMessages.deleted(getImageFileName(image) ?? ''), {
        changeSet,
        changes: [{ topic: 'images' }],
        onUndone: invalidateOtherPages,
        hasShortcut: false,
      });
      if (onDeleted) onDeleted();
      else void navigate('/images');
    } catch (error) {
      notify.danger({ title: imageMessages.deleteFailed, text: describeRefusal(error), error });
      setIsBusy(false);
      setIsConfirming(false);
    }
  };
  return (
    <>
      <KeyTooltip label={imageMessages.deleteImage} action="delete-image">
        <ToolbarButton icon={<DeleteIcon />} onClick={() => setIsConfirming(true)} />
      </KeyTooltip>
      <DeletionDialog
        open={isConfirming}
        title={imageMessages.deleteTitle}
        confirmLabel={imageMessages.deleteImage}
        busy={isBusy}
        dependents={{
          call: 'GET /recognition/v2/training-image/{id}/dependents',
          id: image.id,
          name: getImageFileName(image) ?? '',
        }}
        canUndo
        onConfirm={() => void deleteImage()}
        onCancel={() => setIsConfirming(false)}
      >
        {imageMessages.deleteText}
      </DeletionDialog>
    </>
  );
}

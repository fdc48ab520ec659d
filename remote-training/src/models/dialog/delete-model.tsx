import type { ModelDomain } from '@console/shared-contract/api';
import { TRASH_DAYS } from '@console/shared-contract/limits';
import { Button, ConfirmDialog } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { useState } from 'react';
import { deleteModel, getModelChanges } from '../models.queries';
import { modelsMessages } from './models-messages';

interface DeleteModelProps {
  domain: ModelDomain;
  model: { id: string; in_use?: boolean };
  /** The name of the model in messages. */
  name: string;
  /** Called after the deletion, because the button that had the focus disappears. */
  onDeleted: () => void;
}

/** Button that deletes a model after a confirmation. */
export function DeleteModel({ domain, model, name, onDeleted }: DeleteModelProps) {
  const [isOpen, setOpen] = useState(false);
  const write = useWrite({
    send: () => deleteModel(domain, model.id),
    success: { title: modelsMessages.deleted(name) },
    failure: modelsMessages.deleteFailed,
    changes: () => getModelChanges(domain),
  });
  const confirmDeletion = async () => {
    const result = await write.send();
    setOpen(false);
    if (result?.ok) onDeleted();
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {modelsMessages.delete}
      </Button>
      <ConfirmDialog
        open={isOpen}
        danger
        title={modelsMessages.deleteTitle(name)}
        confirmLabel={modelsMessages.delete}
        busy={write.isPending}
        onConfirm={() => void confirmDeletion()}
        onCancel={() => setOpen(false)}
      >
        {modelsMessages.deleteHint(model.in_use === true, TRASH_DAYS)}
      </ConfirmDialog>
    </>
  );
}

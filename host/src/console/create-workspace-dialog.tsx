import { api, reloadWorkspaces, switchWorkspace } from '@console/shared-auth';
import { EditDialog, TextControl } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { useNavigate } from 'react-router-dom';
import { layoutMessages } from '../layout/layout-messages';

const dialogMessages = layoutMessages.createWorkspace;

/** Dialog that creates a workspace, of which the user is the owner, and opens it. */
export function CreateWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const write = useWrite({
    send: async ({ name }: { name: string }) => {
      const { id } = await api.call('POST /account/v2/workspace/', { body: { name: name.trim() } });
      await reloadWorkspaces();
      await switchWorkspace(id);
      await navigate('/settings');
    },
    success: { title: dialogMessages.created },
    failure: dialogMessages.failed,
    failureIn: 'form',
  });
  return (
    <EditDialog<{ name: string }>
      title={dialogMessages.title}
      submitLabel={dialogMessages.submit}
      initial={{ name: '' }}
      onSubmit={write.send}
      onClose={onClose}
    >
      {({ control }) => (
        <TextControl
          control={control}
          name="name"
          label={dialogMessages.name}
          hint={dialogMessages.hint}
          requiredError={dialogMessages.nameRequired}
        />
      )}
    </EditDialog>
  );
}

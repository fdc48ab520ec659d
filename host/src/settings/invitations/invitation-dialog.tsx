import { api, useWorkspace } from '@console/shared-auth';
import type { AssignableRole, CreatedInvitation } from '@console/shared-contract/api';
import { INVITATION_DAYS } from '@console/shared-contract/limits';
import { formatDateTime } from '@console/shared-ui/basics';
import { SelectControl } from '@console/shared-ui/choices';
import { EditDialog, TextControl } from '@console/shared-ui/forms';
import { useWrite } from '@console/shared-ui/pages';
import { RoleControl } from '../role-control';
import { SecretDialog } from '../secret-dialog';
import { settingsMessages } from '../settings-messages';
import { refreshSettings } from '../settings.queries';

const invitationMessages = settingsMessages.invitations;

export type InvitationDialogContent =
  | { kind: 'create-invitation' }
  | { kind: 'created-invitation'; invitation: CreatedInvitation };

interface InvitationValues {
  role: AssignableRole;
  email: string;
  days: string;
}
const INITIAL: InvitationValues = { role: 'annotator', email: '', days: String(INVITATION_DAYS.default) };

interface InvitationDialogProps {
  content: InvitationDialogContent;
  /** Replaces this dialog with another one. */
  onOpen: (dialog: InvitationDialogContent) => void;
  onClose: () => void;
}

/** Dialog with the form for a new invitation. Afterwards, the dialog shows the invitation link, which is shown only once. */
export function InvitationDialog({ content, onOpen, onClose }: InvitationDialogProps) {
  if (content.kind === 'create-invitation') return <CreateInvitation onOpen={onOpen} onClose={onClose} />;
  const { link, expires, email, mail } = content.invitation;
  return (
    <SecretDialog
      title={invitationMessages.created}
      text={
        <>
          {invitationMessages.createdHint(formatDateTime(expires))}
          {email !== null && mail !== 'none' && ` ${invitationMessages.mailed(email)}`}
        </>
      }
      secretName={invitationMessages.link}
      secret={link}
      onClose={onClose}
    />
  );
}

function CreateInvitation({ onOpen, onClose }: Omit<InvitationDialogProps, 'content'>) {
  const { workspaceId } = useWorkspace();
  const write = useWrite({
    send: async ({ role, email, days }: InvitationValues) => {
      const invitation = await api.call('POST /account/v2/invitation/', {
        body: { role, email: email.trim() || null, expires_in_days: Number(days) },
        workspace: workspaceId,
      });
      void refreshSettings('invitations');
      onOpen({ kind: 'created-invitation', invitation });
    },
    failure: invitationMessages.createFailed,
    failureIn: 'form',
  });
  return (
    <EditDialog<InvitationValues>
      title={invitationMessages.create}
      submitLabel={invitationMessages.createSubmit}
      initial={INITIAL}
      onSubmit={write.send}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <RoleControl control={control} name="role" />
          <TextControl
            control={control}
            name="email"
            type="email"
            label={invitationMessages.email}
            hint={invitationMessages.emailHint}
          />
          <SelectControl
            control={control}
            name="days"
            label={invitationMessages.expiry}
            choices={invitationMessages.expiryChoices}
          />
        </>
      )}
    </EditDialog>
  );
}

import { api, reloadWorkspaces, useWorkspace } from '@console/shared-auth';
import type { AssignableRole } from '@console/shared-contract/api';
import { formatDateTime } from '@console/shared-ui/basics';
import { EditDialog } from '@console/shared-ui/forms';
import { ConfirmWriteDialog, useWrite } from '@console/shared-ui/pages';
import { useNavigate } from 'react-router-dom';
import { RoleControl } from '../role-control';
import { SecretDialog } from '../secret-dialog';
import { settingsMessages } from '../settings-messages';
import { refreshSettings, type MemberRow } from '../settings.queries';

const memberMessages = settingsMessages.members;
const MEMBER = '/account/v2/workspace/{id}/member/{user_id}/';

export type MemberDialogContent =
  | { kind: 'role' | 'remove' | 'leave' | 'transfer' | 'password-link'; member: MemberRow }
  | { kind: 'created-link'; link: string; expires: string };

export interface MemberDialogProps {
  content: MemberDialogContent;
  /** Replaces this dialog with another one. */
  onOpen: (dialog: MemberDialogContent) => void;
  onClose: () => void;
}

/** The dialog of an action on a member. */
export function MemberDialog({ content, onOpen, onClose }: MemberDialogProps) {
  if (content.kind === 'created-link')
    return (
      <SecretDialog
        title={memberMessages.passwordLinkCreated}
        text={memberMessages.passwordLinkHint(formatDateTime(content.expires))}
        secretName={memberMessages.link}
        secret={content.link}
        onClose={onClose}
      />
    );
  if (content.kind === 'role') return <ChangeRole member={content.member} onClose={onClose} />;
  if (content.kind === 'leave') return <LeaveWorkspace member={content.member} onClose={onClose} />;
  return <ConfirmMemberAction kind={content.kind} member={content.member} onOpen={onOpen} onClose={onClose} />;
}

interface ActionProps {
  member: MemberRow;
  onClose: () => void;
}

function ChangeRole({ member, onClose }: ActionProps) {
  const { workspaceId } = useWorkspace();
  const write = useWrite({
    send: async (body: { role: AssignableRole }) => {
      await api.call(`PATCH ${MEMBER}`, { params: { id: workspaceId ?? '', user_id: member.id }, body });
      await Promise.all([refreshSettings('members', 'settings'), reloadWorkspaces()]);
    },
    success: { title: memberMessages.changed },
    failure: memberMessages.changeFailed,
    failureIn: 'form',
  });
  return (
    <EditDialog<{ role: AssignableRole }>
      title={memberMessages.changeTitle(member.user.username)}
      submitLabel={memberMessages.changeSubmit}
      initial={{ role: member.role as AssignableRole }}
      onSubmit={write.send}
      onClose={onClose}
    >
      {({ control }) => <RoleControl control={control} name="role" />}
    </EditDialog>
  );
}

/** Leaves the workspace and opens another one. */
function LeaveWorkspace({ member, onClose }: ActionProps) {
  const { workspace, workspaces, switchWorkspace } = useWorkspace();
  const navigate = useNavigate();
  const leaveWorkspace = async () => {
    await api.call(`DELETE ${MEMBER}`, { params: { id: workspace?.id ?? '', user_id: member.id } });
    const nextWorkspace = workspaces.find(({ id }) => id !== workspace?.id);
    if (nextWorkspace) await switchWorkspace(nextWorkspace.id);
    await reloadWorkspaces();
    if (nextWorkspace) await navigate('/');
  };
  return (
    <ConfirmWriteDialog
      title={memberMessages.leaveTitle(workspace?.name ?? '')}
      confirmLabel={memberMessages.leave}
      send={leaveWorkspace}
      success={{ title: memberMessages.left }}
      failure={memberMessages.leaveFailed}
      onClose={onClose}
    >
      {memberMessages.leaveText}
    </ConfirmWriteDialog>
  );
}

const confirmations = {
  remove: {
    title: memberMessages.removeTitle,
    text: memberMessages.removeText,
    label: memberMessages.remove,
    success: memberMessages.removed,
    failure: memberMessages.removeFailed,
  },
  transfer: {
    title: memberMessages.transferTitle,
    text: memberMessages.transferText,
    label: memberMessages.transfer,
    success: memberMessages.transferred,
    failure: memberMessages.transferFailed,
  },
  'password-link': {
    title: memberMessages.passwordLinkTitle,
    text: memberMessages.passwordLinkText,
    label: memberMessages.passwordLink,
    success: undefined,
    failure: memberMessages.passwordLinkFailed,
  },
} as const;

function ConfirmMemberAction({
  kind,
  member,
  onOpen,
  onClose,
}: ActionProps & { kind: keyof typeof confirmations; onOpen: MemberDialogProps['onOpen'] }) {
  const { workspaceId } = useWorkspace();
  const { title, text, label, success, failure } = confirmations[kind];
  const workspace = workspaceId ?? '';
  const actions = {
    remove: async () => {
      await api.call(`DELETE ${MEMBER}`, { params: { id: workspace, user_id: member.id } });
      await refreshSettings('members', 'settings');
    },
    transfer: async () => {
      const path = 'POST /account/v2/workspace/{id}/transfer-ownership';
      await api.call(path, { params: { id: workspace }, body: { user_id: member.id } });
      await Promise.all([refreshSettings('members', 'settings'), reloadWorkspaces()]);
    },
    'password-link': async () => {
      const createdLink = await api.call('POST /account/v2/password-reset/link', { body: { user: member.id }, workspace });
      onOpen({ kind: 'created-link', ...createdLink });
    },
  };
  return (
    <ConfirmWriteDialog
      title={title(member.user.username)}
      confirmLabel={label}
      danger={kind === 'remove'}
      send={actions[kind]}
      success={success && { title: success }}
      failure={failure}
      onClose={onClose}
    >
      {text}
    </ConfirmWriteDialog>
  );
}

import { api, permissionOf, useWorkspace } from '@console/shared-auth';
import type { Invitation } from '@console/shared-contract/api';
import { AddIcon, Button, CloseIcon, formatDate, formatDateTime, makeStyles } from '@console/shared-ui/basics';
import { ListSection, SelectFilter } from '@console/shared-ui/list-section';
import { ConfirmWriteDialog, DialogSlot, useDialog } from '@console/shared-ui/pages';
import type { Column, RowAction } from '@console/shared-ui/table';
import { useCallback } from 'react';
import { settingsMessages } from '../settings-messages';
import { ALL, refreshSettings, useInvitationList } from '../settings.queries';
import { InvitationDialog, type InvitationDialogContent } from './invitation-dialog';

const invitationMessages = settingsMessages.invitations;
const stateChoices = [
  { value: ALL, label: invitationMessages.allStates },
  ...Object.entries(invitationMessages.states).map(([value, label]) => ({ value, label })),
];

function describeState({ state, mail, accepted_by: user }: Invitation): string {
  if (state === 'accepted') return invitationMessages.acceptedBy(user?.username ?? invitationMessages.formerUser);
  return state === 'open' && mail === 'failed' ? invitationMessages.mailFailed : invitationMessages.states[state];
}

const { columns: headers } = invitationMessages;
const columns: readonly Column<Invitation>[] = [
  { id: 'email', header: headers.email, cell: ({ email }) => email ?? invitationMessages.anyone },
  { id: 'role', header: headers.role, cell: ({ role }) => settingsMessages.roles(role), width: '100px' },
  { id: 'state', header: headers.state, cell: describeState },
  {
    id: 'by',
    header: headers.invitedBy,
    cell: ({ invited_by: user }) => user?.username ?? invitationMessages.formerUser,
  },
  { id: 'created', header: headers.created, cell: ({ created }) => formatDate(created), width: '110px' },
  { id: 'expires', header: headers.expires, cell: ({ expires }) => formatDateTime(expires), width: '150px' },
];

const useStyles = makeStyles({ filter: { maxWidth: '220px' } });

type InvitationSectionDialog = InvitationDialogContent | { kind: 'revoke'; invitation: Invitation };

/** The invitations to the workspace. Open ones can be revoked. */
export function InvitationsSection() {
  const styles = useStyles();
  const list = useInvitationList();
  const dialog = useDialog<InvitationSectionDialog>();
  const getRowActions = useCallback(
    (invitation: Invitation): readonly RowAction[] =>
      invitation.state === 'open'
        ? [
            {
              label: invitationMessages.revoke,
              icon: <CloseIcon />,
              permission: permissionOf<'DELETE /account/v2/invitation/{id}'>('members'),
              onClick: () => dialog.open({ kind: 'revoke', invitation }),
            },
          ]
        : [],
    [dialog],
  );
  return (
    <ListSection
      title={invitationMessages.title}
      hasCount
      list={list}
      columns={columns}
      rowActions={getRowActions}
      actionsWidth="56px"
      empty={invitationMessages.none}
      noMatch={invitationMessages.noMatch}
      actions={
        <Button appearance="primary" icon={<AddIcon />} onClick={() => dialog.open({ kind: 'create-invitation' })}>
          {invitationMessages.create}
        </Button>
      }
    >
      <div className={styles.filter}>
        <SelectFilter list={list} name="state" label={invitationMessages.state} choices={stateChoices} />
      </div>
      <DialogSlot dialog={dialog}>
        {(content, close) =>
          content.kind === 'revoke' ? (
            <RevokeInvitation invitation={content.invitation} onClose={close} />
          ) : (
            <InvitationDialog content={content} onOpen={dialog.open} onClose={close} />
          )
        }
      </DialogSlot>
    </ListSection>
  );
}

function RevokeInvitation({ invitation: { id }, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  return (
    <ConfirmWriteDialog
      title={invitationMessages.revokeTitle}
      confirmLabel={invitationMessages.revoke}
      send={async () => {
        await api.call('DELETE /account/v2/invitation/{id}', { params: { id }, workspace: workspaceId });
        await refreshSettings('invitations');
      }}
      success={{ title: invitationMessages.revoked }}
      failure={invitationMessages.revokeFailed}
      onClose={onClose}
    >
      {invitationMessages.revokeText}
    </ConfirmWriteDialog>
  );
}

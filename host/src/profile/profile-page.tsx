import { api, collectLogoutWarnings, useConfig, useSession, useWorkspace } from '@console/shared-auth';
import type { Session } from '@console/shared-contract/api';
import { Badge, Button, Caption1, EditIcon, Facts, formatDateTime, LogoutIcon, Page, Section } from '@console/shared-ui/basics';
import { ConfirmWriteDialog, DialogSlot, useDialog, useWrite } from '@console/shared-ui/pages';
import { DataTable, type Column, type RowAction } from '@console/shared-ui/table';
import { useCallback } from 'react';
import { logoutEverywhere } from '../logout/logout-everywhere';
import { messages } from '../messages';
import { ChangePasswordDialog } from './change-password-dialog';
import { describeBrowser } from './describe-browser';
import { profileMessages } from './profile-messages';
import { refreshSessions, useSessions } from './sessions.queries';

const { account: accountMessages, sessions: sessionMessages } = profileMessages;
const getRowId = ({ id }: Session) => id;

const columns: readonly Column<Session>[] = [
  {
    id: 'device',
    header: sessionMessages.columns.device,
    cell: ({ user_agent: agent, is_current: isCurrent }) => (
      <span title={agent ?? undefined}>
        {agent === null ? sessionMessages.unknownDevice : describeBrowser(agent)}{' '}
        {isCurrent && <Badge appearance="tint">{sessionMessages.current}</Badge>}
      </span>
    ),
    width: '30%',
  },
  {
    id: 'sign-in',
    header: sessionMessages.columns.signIn,
    cell: ({ sign_in: kind }) => sessionMessages.kinds[kind],
    width: '150px',
  },
  { id: 'created', header: sessionMessages.columns.created, cell: ({ created }) => formatDateTime(created), width: '160px' },
  { id: 'used', header: sessionMessages.columns.lastUsed, cell: ({ last_used: used }) => formatDateTime(used), width: '160px' },
  {
    id: 'expires',
    header: sessionMessages.columns.expires,
    cell: ({ expires }) => (expires === null ? sessionMessages.neverExpires : formatDateTime(expires)),
    width: '160px',
  },
];

/** The page /profile: the user's account and sessions. */
export function ProfilePage() {
  const { user } = useSession();
  const { identityProvider } = useConfig();
  const { workspaces } = useWorkspace();
  const dialog = useDialog<true>();
  // Servers of the previous release do not send this field.
  const hasPassword = user?.has_password !== false;
  return (
    <Page title={profileMessages.title}>
      <Section
        title={accountMessages.title}
        actions={
          hasPassword && (
            <Button icon={<EditIcon />} onClick={() => dialog.open(true)}>
              {profileMessages.password.title}
            </Button>
          )
        }
      >
        <Facts
          values={{
            [accountMessages.username]: user?.username,
            [accountMessages.email]: user?.email,
            [accountMessages.workspaces]: workspaces.map(({ name, role }) => `${name} (${messages.roles[role]})`).join(', '),
          }}
        />
        {hasPassword ? (
          identityProvider && <Caption1 block>{accountMessages.providerHint(identityProvider.name)}</Caption1>
        ) : (
          <Caption1 block>{accountMessages.noPassword(identityProvider?.name)}</Caption1>
        )}
      </Section>
      <Sessions />
      <DialogSlot dialog={dialog}>{(_, close) => <ChangePasswordDialog onClose={close} />}</DialogSlot>
    </Page>
  );
}

function Sessions() {
  const sessions = useSessions();
  const dialog = useDialog<{ warnings: readonly string[] }>();
  const { send: endSession } = useWrite({
    send: async ({ id }: Session) => {
      await api.call('DELETE /account/v2/session/{id}', { params: { id } });
      await refreshSessions();
    },
    success: { title: sessionMessages.ended },
    failure: sessionMessages.endFailed,
    getKey: getRowId,
  });
  const getRowActions = useCallback(
    (session: Session): readonly RowAction[] =>
      session.is_current ? [] : [{ label: sessionMessages.end, icon: <LogoutIcon />, onClick: () => void endSession(session) }],
    [endSession],
  );
  return (
    <Section
      title={sessionMessages.title}
      count={sessions.data?.length}
      actions={
        <Button icon={<LogoutIcon />} onClick={() => void collectLogoutWarnings().then((warnings) => dialog.open({ warnings }))}>
          {sessionMessages.endAll}
        </Button>
      }
    >
      <DataTable
        label={sessionMessages.title}
        columns={columns}
        rows={sessions.data}
        rowId={getRowId}
        rowActions={getRowActions}
        actionsWidth="56px"
        error={sessions.error}
        failed={sessionMessages.failed}
        onRetry={() => void sessions.refetch()}
        empty={sessionMessages.none}
      />
      <DialogSlot dialog={dialog}>
        {({ warnings }, close) => (
          <ConfirmWriteDialog
            title={sessionMessages.endAllTitle}
            confirmLabel={sessionMessages.endAll}
            send={async () => {
              await api.call('POST /account/v2/session/end-others');
              await logoutEverywhere();
            }}
            failure={sessionMessages.endAllFailed}
            onClose={close}
          >
            {[...warnings, sessionMessages.endAllText].join(' ')}
          </ConfirmWriteDialog>
        )}
      </DialogSlot>
    </Section>
  );
}

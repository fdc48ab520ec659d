import { api, useWorkspace } from '@console/shared-auth';
import type { ApiToken, CreatedApiToken } from '@console/shared-contract/api';
import { AddIcon, Button, Caption1, DeleteIcon, formatDateTime, Section } from '@console/shared-ui/basics';
import { ConfirmWriteDialog, DialogSlot, useDialog } from '@console/shared-ui/pages';
import { DataTable, type Column, type RowAction } from '@console/shared-ui/table';
import { useCallback, useMemo } from 'react';
import { SecretDialog } from '../secret-dialog';
import { settingsMessages } from '../settings-messages';
import { refreshSettings, useApiTokens } from '../settings.queries';
import { CreateTokenDialog } from './create-token-dialog';

const tokenMessages = settingsMessages.tokens;
const { columns: headers } = tokenMessages;
const getRowId = ({ id }: ApiToken) => id;

const createColumns = (workspaceNames: ReadonlyMap<string, string>): readonly Column<ApiToken>[] => [
  { id: 'name', header: headers.name, cell: ({ name }) => name },
  { id: 'prefix', header: headers.prefix, cell: ({ prefix }) => `${prefix}…`, width: '120px' },
  { id: 'scopes', header: headers.scopes, cell: ({ scopes }) => scopes.join(', '), width: '150px' },
  {
    id: 'workspace',
    header: headers.workspace,
    cell: ({ only_workspace: id }) =>
      id === null ? tokenMessages.allWorkspaces : (workspaceNames.get(id) ?? tokenMessages.otherWorkspace),
  },
  {
    id: 'used',
    header: headers.lastUsed,
    cell: ({ last_used: lastUsed }) => (lastUsed === null ? tokenMessages.unused : formatDateTime(lastUsed)),
    width: '150px',
  },
  {
    id: 'expires',
    header: headers.expires,
    cell: ({ expires }) => (expires === null ? tokenMessages.never : formatDateTime(expires)),
    width: '150px',
  },
];

type TokenDialogContent = { kind: 'create' } | { kind: 'created'; token: CreatedApiToken } | { kind: 'delete'; token: ApiToken };

/** Table of the user's API tokens. The secret of a token is shown only once, after the token is created. */
export function ApiTokensSection() {
  const tokens = useApiTokens();
  const { workspaces } = useWorkspace();
  const columns = useMemo(() => createColumns(new Map(workspaces.map(({ id, name }) => [id, name]))), [workspaces]);
  const dialog = useDialog<TokenDialogContent>();
  const getRowActions = useCallback(
    (token: ApiToken): readonly RowAction[] => [
      { label: tokenMessages.delete, icon: <DeleteIcon />, onClick: () => dialog.open({ kind: 'delete', token }) },
    ],
    [dialog],
  );
  return (
    <Section
      title={tokenMessages.title}
      count={tokens.data?.length}
      actions={
        <Button appearance="primary" icon={<AddIcon />} onClick={() => dialog.open({ kind: 'create' })}>
          {tokenMessages.create}
        </Button>
      }
    >
      <Caption1 block>{tokenMessages.intro}</Caption1>
      <DataTable
        label={tokenMessages.title}
        columns={columns}
        rows={tokens.data}
        rowId={getRowId}
        rowActions={getRowActions}
        actionsWidth="56px"
        error={tokens.error}
        onRetry={() => void tokens.refetch()}
        empty={tokenMessages.none}
      />
      <DialogSlot dialog={dialog}>
        {(content, close) => {
          if (content.kind === 'delete') return <DeleteToken token={content.token} onClose={close} />;
          if (content.kind === 'create')
            return <CreateTokenDialog onCreated={(token) => dialog.open({ kind: 'created', token })} onClose={close} />;
          return (
            <SecretDialog
              title={tokenMessages.created}
              text={tokenMessages.createdHint}
              secretName={tokenMessages.token}
              secret={content.token.token}
              onClose={close}
            />
          );
        }}
      </DialogSlot>
    </Section>
  );
}

function DeleteToken({ token: { id, name }, onClose }: { token: ApiToken; onClose: () => void }) {
  return (
    <ConfirmWriteDialog
      title={tokenMessages.deleteTitle(name)}
      confirmLabel={tokenMessages.delete}
      send={async () => {
        await api.call('DELETE /account/v2/api-token/{id}', { params: { id } });
        await refreshSettings('api-tokens');
      }}
      success={{ title: tokenMessages.deleted }}
      failure={tokenMessages.deleteFailed}
      onClose={onClose}
    >
      {tokenMessages.deleteText}
    </ConfirmWriteDialog>
  );
}

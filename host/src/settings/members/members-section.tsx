import { permissionOf, useSession } from '@console/shared-auth';
import {
  Badge,
  Button,
  DeleteIcon,
  EditIcon,
  formatDate,
  formatDateTime,
  KeyIcon,
  LogoutIcon,
  AddIcon,
  Permitted,
  VerifiedIcon,
} from '@console/shared-ui/basics';
import { ListFilters, ListSection, SelectFilter } from '@console/shared-ui/list-section';
import { DialogSlot, useDialog } from '@console/shared-ui/pages';
import type { Column, RowAction } from '@console/shared-ui/table';
import { ROLES } from '@console/shared-contract/roles';
import { useCallback, useMemo } from 'react';
import { InvitationDialog, type InvitationDialogContent } from '../invitations/invitation-dialog';
import { settingsMessages } from '../settings-messages';
import { ALL, useMemberList, type MemberRow } from '../settings.queries';
import { MemberDialog, type MemberDialogContent } from './member-dialog';

const memberMessages = settingsMessages.members;
const roleChoices = [
  { value: ALL, label: memberMessages.allRoles },
  ...ROLES.map((value) => ({ value, label: settingsMessages.roles(value) })),
];

const createColumns = (userId: string | undefined): readonly Column<MemberRow>[] => [
  {
    id: 'name',
    header: memberMessages.columns.name,
    cell: ({ id, user }) => (id === userId ? memberMessages.you(user.username) : user.username),
  },
  { id: 'email', header: memberMessages.columns.email, cell: ({ email }) => email ?? memberMessages.hiddenEmail },
  {
    id: 'role',
    header: memberMessages.columns.role,
    cell: ({ role }) => (
      <Badge appearance="tint" color={role === 'owner' ? 'brand' : 'informative'}>
        {settingsMessages.roles(role)}
      </Badge>
    ),
    width: '112px',
  },
  { id: 'joined', header: memberMessages.columns.joined, cell: ({ joined }) => formatDate(joined), width: '110px' },
  {
    id: 'active',
    header: memberMessages.columns.lastActive,
    cell: ({ last_active: active }) => (active === null ? memberMessages.neverActive : formatDateTime(active)),
    width: '150px',
  },
];

type DialogContent = MemberDialogContent | InvitationDialogContent;

/** The members of the workspace, with the actions that the user's role allows. */
export function MembersSection() {
  const list = useMemberList();
  const userId = useSession().user?.id;
  const columns = useMemo(() => createColumns(userId), [userId]);
  const dialog = useDialog<DialogContent>();
  const getRowActions = useCallback((member: MemberRow) => listActions(member, userId, dialog.open), [userId, dialog]);
  return (
    <ListSection
      title={memberMessages.title}
      hasCount
      list={list}
      columns={columns}
      rowActions={getRowActions}
      actionsWidth="124px"
      empty={memberMessages.none}
      noMatch={memberMessages.noMatch}
      actions={
        <Permitted<'POST /account/v2/invitation/'> permission="members">
          <Button appearance="primary" icon={<AddIcon />} onClick={() => dialog.open({ kind: 'create-invitation' })}>
            {memberMessages.invite}
          </Button>
        </Permitted>
      }
    >
      <ListFilters list={list} label={memberMessages.search}>
        <SelectFilter list={list} name="role" label={memberMessages.role} choices={roleChoices} />
      </ListFilters>
      <DialogSlot dialog={dialog}>
        {(content, close) =>
          content.kind === 'create-invitation' || content.kind === 'created-invitation' ? (
            <InvitationDialog content={content} onOpen={dialog.open} onClose={close} />
          ) : (
            <MemberDialog content={content} onOpen={dialog.open} onClose={close} />
          )
        }
      </DialogSlot>
    </ListSection>
  );
}

/** Lists the actions on a member. The owner has no actions and must first transfer the ownership. */
function listActions(
  member: MemberRow,
  userId: string | undefined,
  openDialog: (dialog: MemberDialogContent) => void,
): RowAction[] {
  if (member.role === 'owner') return [];
  const members = permissionOf<'PATCH /account/v2/workspace/{id}/member/{user_id}/'>('members');
  const isSelf = member.id === userId;
  return [
    {
      label: memberMessages.changeRole,
      icon: <EditIcon />,
      permission: members,
      onClick: () => openDialog({ kind: 'role', member }),
    },
    {
      label: memberMessages.transfer,
      icon: <VerifiedIcon />,
      permission: permissionOf<'POST /account/v2/workspace/{id}/transfer-ownership'>('own'),
      onClick: () => openDialog({ kind: 'transfer', member }),
    },
    {
      label: memberMessages.passwordLink,
      icon: <KeyIcon />,
      permission: permissionOf<'POST /account/v2/password-reset/link'>('own'),
      onClick: () => openDialog({ kind: 'password-link', member }),
    },
    isSelf
      ? { label: memberMessages.leave, icon: <LogoutIcon />, onClick: () => openDialog({ kind: 'leave', member }) }
      : {
          label: memberMessages.remove,
          icon: <DeleteIcon />,
          permission: members,
          onClick: () => openDialog({ kind: 'remove', member }),
        },
  ];
}

import type { AssignableRole, InvitationMail, InvitationState } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { createSecret } from '../../platform/access/secret';
import type { Db } from '../../platform/database/connection';
import { HttpError, notFound } from '../../platform/errors';
import { addMember } from '../account/workspaces';
import { messages } from './messages';
import { invitationState } from './rights';

/** Invitations that can no longer be accepted are listed for this long. */
const RETENTION_DAYS = 90;

interface NewInvitation {
  workspaceId: string;
  role: AssignableRole;
  email: string | null;
  mail: InvitationMail;
  days: number;
  createdBy: string;
}

/** Creates an invitation and returns its id and the secret of its link. */
export async function createInvitation(
  trx: Db,
  { workspaceId, role, email, mail, days, createdBy }: NewInvitation,
): Promise<{ id: string; secret: string }> {
  const { id } = await trx
    .insertInto('invitation')
    .values({
      workspace_id: workspaceId,
      role,
      email,
      mail,
      created_by: createdBy,
      expires: sql<Date>`clock_timestamp() + make_interval(days => ${days})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, secret: await addSecret(trx, id) };
}

/** Creates another secret for a link of the invitation. The existing secrets stay valid. */
export async function addSecret(db: Db, invitationId: string): Promise<string> {
  const { secret, hash } = createSecret();
  await db.insertInto('invitation_secret').values({ hash, invitation_id: invitationId }).execute();
  return secret;
}

/** Throws 410 unless the invitation is open. */
export function requireOpen(state: InvitationState): void {
  if (state !== 'open') throw new HttpError(410, messages.notOpen[state], { state });
}

/**
 * Makes the user a member with the role of the invitation, and returns the workspace. Throws 410 if the invitation is not open,
 * 403 if it is for another email, and 409 if the user is a member already.
 */
export async function acceptInvitation(
  trx: Db,
  hash: Buffer,
  user: { id: string; username: string; email: string },
): Promise<string> {
  const { rows } = await sql<{ id: string; workspace_id: string; role: AssignableRole; email: string | null }>`
    select i.id, i.workspace_id, i.role, i.email from invitation i join invitation_secret s on s.invitation_id = i.id
    where s.hash = ${hash} for update of i`.execute(trx);
  const [invitation] = rows;
  if (!invitation) throw notFound('Invitation');
  await requireEntitledCreator(trx, invitation.id);
  if (invitation.email !== null && invitation.email !== user.email) throw new HttpError(403, messages.invitationForOtherEmail);
  const isAdded = await addMember(trx, invitation.workspace_id, user.id, invitation.role, user);
  if (!isAdded) throw new HttpError(409, messages.alreadyMember);
  await trx
    .updateTable('invitation')
    .set({ accepted: sql<Date>`clock_timestamp()`, accepted_by: user.id })
    .where('id', '=', invitation.id)
    .execute();
  return invitation.workspace_id;
}

/**
 * Throws 410 unless the invitation is open. Locks the membership of its creator, so that nobody can remove the creator before the commit.
 */
async function requireEntitledCreator(trx: Db, id: string): Promise<void> {
  await sql`
    select from membership m join invitation i on i.workspace_id = m.workspace_id and i.created_by = m.user_id
    where i.id = ${id} for share of m`.execute(trx);
  // Only a separate statement sees changes that were committed while this transaction waited for the lock.
  const { rows } = await sql<{ state: InvitationState }>`
    select ${invitationState} as state from invitation i where i.id = ${id}`.execute(trx);
  if (rows[0]) requireOpen(rows[0].state);
}

/** Deletes invitations that expired long ago. */
export async function deleteOldInvitations(db: Db): Promise<void> {
  await sql`delete from invitation where expires < clock_timestamp() - make_interval(days => ${RETENTION_DAYS})`.execute(db);
}

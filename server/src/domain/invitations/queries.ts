import type { Invitation, InvitationOffer } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { toIsoTimestamp, type RowView } from '../../data-access/rows/view';
import type { Db } from '../../platform/database/connection';
import { invitationState } from './rights';

const userReference = (alias: string) =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then
    json_build_object('id', ${sql.ref(`${alias}.id`)}, 'username', ${sql.ref(`${alias}.username`)}) end`;

export const invitationView: RowView<Invitation> = {
  from: sql`invitation i
    left join app_user creator on creator.id = i.created_by left join app_user invited on invited.id = i.accepted_by`,
  countFrom: sql`invitation i`,
  id: sql`i.id`,
  columns: sql<Invitation>`i.id, i.workspace_id as workspace, ${toIsoTimestamp('i.created')} as created,
    ${toIsoTimestamp('i.expires')} as expires, i.role, i.email, i.mail, ${invitationState} as state,
    ${userReference('creator')} as invited_by, ${userReference('invited')} as accepted_by,
    ${toIsoTimestamp('i.accepted')} as accepted`,
};

/** Returns the invitation that a link shows (workspace and role), or null if it does not exist. */
export async function findOffer(db: Db, hash: Buffer): Promise<InvitationOffer | null> {
  const { rows } = await sql<InvitationOffer>`
    select w.name as workspace_name, creator.username as invited_by, i.role, i.email, ${toIsoTimestamp('i.expires')} as expires,
      ${invitationState} as state, exists (select from app_user u where u.email = i.email) as has_account
    from invitation_secret s join invitation i on i.id = s.invitation_id join workspace w on w.id = i.workspace_id
      left join app_user creator on creator.id = i.created_by
    where s.hash = ${hash}`.execute(db);
  return rows[0] ?? null;
}

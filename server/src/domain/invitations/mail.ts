import type { AssignableRole, InvitationMail, InvitationState } from '@console/shared-contract/api';
import { LINK_PATHS } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { MailRefusedError, sendMail, type Mail } from '../../platform/mail/send-mail';
import { enqueueJob } from '../../platform/queue/jobs';
import type { MaintenanceTask } from '../../platform/queue/kind';
import { invitationState } from './rights';
import { addSecret } from './write';

const INVITATION_MAIL_TASK = 'invitation-mail';
const InvitationMailPayload = z.object({ invitation: z.string() });

interface MailedInvitation {
  email: string | null;
  role: AssignableRole;
  expires: Date;
  state: InvitationState;
  workspace: string;
  inviter: string | null;
}

/** Queues an email with the link of an invitation. */
export async function enqueueInvitationMail(trx: Db, id: string): Promise<void> {
  await enqueueJob(trx, { task: INVITATION_MAIL_TASK, payload: { invitation: id }, key: `${INVITATION_MAIL_TASK}:${id}` });
}

/**
 * Creates the task that sends emails with links of invitations. Each attempt creates a new secret for the link, because only hashes of
 * secrets are stored. The queue repeats failed attempts while the invitation is open.
 */
export function createInvitationMailTask({
  db,
  config,
}: {
  db: Db;
  config: Pick<Config, 'mail' | 'publicUrl'>;
}): MaintenanceTask {
  return {
    name: INVITATION_MAIL_TASK,
    run: async (payload) => {
      const { invitation: id } = InvitationMailPayload.parse(payload);
      const invitation = await readInvitation(db, id);
      if (!config.mail || !invitation?.email || invitation.state !== 'open') return;
      const link = `${config.publicUrl}${LINK_PATHS.invitation}#${await addSecret(db, id)}`;
      try {
        await sendMail(config.mail, composeMail(invitation, invitation.email, link));
      } catch (error) {
        await setMailState(db, id, 'failed');
        if (error instanceof MailRefusedError) return;
        throw error;
      }
      await setMailState(db, id, 'sent');
    },
  };
}

async function readInvitation(db: Db, id: string): Promise<MailedInvitation | undefined> {
  const { rows } = await sql<MailedInvitation>`
    select i.email, i.role, i.expires, ${invitationState} as state, w.name as workspace, u.username as inviter
    from invitation i join workspace w on w.id = i.workspace_id left join app_user u on u.id = i.created_by
    where i.id = ${id}`.execute(db);
  return rows[0];
}

async function setMailState(db: Db, id: string, mail: InvitationMail): Promise<void> {
  await db.updateTable('invitation').set({ mail }).where('id', '=', id).execute();
}

function composeMail({ workspace, inviter, role, expires }: MailedInvitation, recipient: string, link: string): Mail {
  return {
    to: recipient,
    subject: `Invitation to the workspace ${workspace}`,
    text: [
      `${inviter} invites you to the workspace "${workspace}" as ${role}.`,
      `Open this link to accept. It works once, until ${expires.toISOString().slice(0, 16).replace('T', ' ')} UTC:`,
      link,
      'If you did not expect this invitation, you can ignore this email.',
    ].join('\n\n'),
  };
}

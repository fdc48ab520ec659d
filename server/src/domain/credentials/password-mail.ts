import { createHash } from 'node:crypto';
import { LINK_PATHS } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { MailRefusedError, sendMail, type Mail } from '../../platform/mail/send-mail';
import { enqueueJob } from '../../platform/queue/jobs';
import type { MaintenanceTask } from '../../platform/queue/kind';
import { createPasswordLink } from './password-links';

const PASSWORD_MAIL_TASK = 'password-mail';
const PasswordMailPayload = z.object({ email: z.string(), requested: z.number() });
/** An email that could not be sent within this time is dropped, because the user has probably requested another one. */
const MAX_AGE_MS = 3_600_000;
/** Maximum number of links of an account that are valid at once, so that nobody can flood a mailbox. */
const MAX_VALID_LINKS = 5;

/**
 * Lets the queue send a link for a new password. It is enqueued for every email, so that the response and its duration do not reveal
 * whether an account exists.
 */
export async function enqueuePasswordMail(trx: Db, email: string, now = Date.now()): Promise<void> {
  const key = `${PASSWORD_MAIL_TASK}:${createHash('sha256').update(email).digest('hex')}`;
  await enqueueJob(trx, { task: PASSWORD_MAIL_TASK, payload: { email, requested: now }, key });
}

/** Creates the task that sends emails with links for new passwords. The queue repeats failed attempts for an hour. */
export function createPasswordMailTask({ db, config }: { db: Db; config: Pick<Config, 'mail' | 'publicUrl'> }): MaintenanceTask {
  return {
    name: PASSWORD_MAIL_TASK,
    run: async (payload) => {
      const { email, requested } = PasswordMailPayload.parse(payload);
      if (!config.mail || Date.now() - requested > MAX_AGE_MS) return;
      const user = await findRecipient(db, email);
      if (!user || user.links >= MAX_VALID_LINKS) return;
      const { secret, hash } = await createPasswordLink(db, user.id);
      try {
        await sendMail(config.mail, composeMail(email, user.username, `${config.publicUrl}${LINK_PATHS.password}#${secret}`));
      } catch (error) {
        await db.deleteFrom('password_link').where('hash', '=', hash).execute();
        if (!(error instanceof MailRefusedError)) throw error;
      }
    },
  };
}

/**
 * Finds the user of an email. Omits users who sign in at the identity provider, because a password would still work after their account
 * there is closed.
 */
async function findRecipient(db: Db, email: string): Promise<{ id: string; username: string; links: number } | undefined> {
  const { rows } = await sql<{ id: string; username: string; links: number }>`
    select u.id, u.username, (
      select count(*)::int from password_link l where l.user_id = u.id and l.expires > clock_timestamp()) as links
    from app_user u where u.email = ${email} and u.has_password`.execute(db);
  return rows[0];
}

function composeMail(recipient: string, username: string, link: string): Mail {
  return {
    to: recipient,
    subject: 'Set a new password',
    text: [
      `Somebody has requested a new password for your account ${username}.`,
      'Open this link to set it. It works once, within one hour:',
      link,
      'If it was not you, you can ignore this email. Your password has not changed.',
    ].join('\n\n'),
  };
}

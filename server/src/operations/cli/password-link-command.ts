import { LINK_PATHS } from '@console/shared-contract/limits';
import { createPasswordLink } from '../../domain/credentials/password-links';
import { recordUserAuditEvent } from '../../platform/access/audit';
import { defineCommand, findUserId, onDatabase } from './command';

/** The command that prints a link for a new password, for installations without email. */
export const passwordLinkCommand = defineCommand({
  usage: 'password-link EMAIL',
  description: 'prints a link with which the user sets a new password, once and within one hour',
  argumentCount: 1,
  parse:
    ([email = '']) =>
    (config) =>
      onDatabase(async (db) => {
        const userId = await findUserId(db, email);
        const { secret, expires } = await createPasswordLink(db, userId);
        await recordUserAuditEvent(db, userId, 'password-link', false);
        const origin = config.publicUrl ?? `http://localhost:${config.port}`;
        return [`${origin}${LINK_PATHS.password}#${secret}`, `The link works once, until ${expires.toISOString()}.`];
      })(config),
});

import type { FastifyInstance } from 'fastify';
import { recordUserAuditEvent } from '../../platform/access/audit';
import { createFieldError, HttpError } from '../../platform/errors';
import { messages as commonMessages } from '../../platform/errors/messages';
import { route } from '../../platform/http/route/route';
import { countAttempt } from '../account/login-throttle';
import { hashPassword, verifyPassword } from '../account/password';
import { deletePasswordLinks, revokeAccess } from '../account/users';
import { messages } from './messages';

/** Binds the route with which signed-in users change their password. */
export function bindPasswordChange(app: FastifyInstance): void {
  route(
    app,
    'POST /account/v2/change-password',
    {
      hasPassword: true,
      prepare: async ({ body, db, user, request }) => {
        // Limits the attempts, so that somebody who finds a signed-in browser cannot guess the password.
        const uncountAttempt = await countAttempt(db, `password change of ${user.id}`, request.ip);
        const { password_hash: currentHash } = await db
          .selectFrom('app_user')
          .select('password_hash')
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow();
        if (!(await verifyPassword(currentHash, body.current_password)))
          throw createFieldError('current_password', messages.wrongPassword);
        await uncountAttempt();
        return { currentHash, newHash: await hashPassword(body.new_password) };
      },
    },
    async ({ body, db, scope, prepared: { currentHash, newHash } }) => {
      const { id, session_id } = scope.allowCallerOnly();
      const { numUpdatedRows } = await db
        .updateTable('app_user')
        .set({ password_hash: newHash })
        .where('id', '=', id)
        // Another change may have been committed since the check.
        .where('password_hash', '=', currentHash)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new HttpError(409, commonMessages.staleVersion);
      if (body.end_others) await revokeAccess(db, id, session_id);
      else await deletePasswordLinks(db, id);
      await recordUserAuditEvent(db, id, 'password', true);
    },
  );
}

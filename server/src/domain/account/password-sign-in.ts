import type { Config } from '../../platform/config';
import { HttpError } from '../../platform/errors';
import { messages } from '../../platform/errors/messages';

/** Whether the account may use a password. If password sign-in is off, only the emergency account may. */
function mayUsePassword(config: Pick<Config, 'passwordSignIn' | 'emergencyAccount'>, email: string | undefined): boolean {
  return config.passwordSignIn || (email !== undefined && email === config.emergencyAccount);
}

/**
 * Throws 403 if the account may not use a password. `account` is null if the password is wrong, so that the response does not reveal
 * which account is the emergency account.
 */
export function requirePasswordSignIn(
  config: Pick<Config, 'passwordSignIn' | 'emergencyAccount' | 'oidc'>,
  account: { email: string } | null,
): void {
  if (!mayUsePassword(config, account?.email)) throw new HttpError(403, messages.passwordSignInOff(config.oidc?.name ?? ''));
}

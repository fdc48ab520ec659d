import { logout } from '@console/shared-auth';
import { openUrl } from './open-url';

/** Logs out, and opens the page that ends the session at the identity provider if the user signed in there. */
export async function logoutEverywhere(): Promise<void> {
  const providerUrl = await logout();
  if (providerUrl !== null) openUrl(providerUrl);
}

import { getConsoleOutboxes } from '../outbox/console/console-outboxes';
// Mounted lists show unsent changes once this module has loaded.
import '../outbox/projection/use-projected';

/** Sends changes left from the signed-in user's earlier visits, whichever page is opened first. */
export function sendUnsentWork(): void {
  getConsoleOutboxes();
}

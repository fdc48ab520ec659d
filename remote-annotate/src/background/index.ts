import { consoleOutboxes } from '../outbox/console/console-outboxes';
// Lists on the screen show unsent work once this is loaded.
import '../outbox/projection/use-projected';

/** Sends what the signed-in user's earlier visits have left, whichever page is opened first. */
export function sendUnsentWork(): void {
  consoleOutboxes();
}

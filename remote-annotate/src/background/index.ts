import { consoleOutboxes } from '../outbox/console/console-outboxes';

/** Sends what the signed-in user's earlier visits have left, whichever page is opened first. */
export function sendUnsentWork(): void {
  consoleOutboxes();
}

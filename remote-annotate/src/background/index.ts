import { consoleStore, userAtom } from '@console/shared-auth';
import { sendStoredPeriods } from '../active-time/send-periods';
import { getConsoleOutboxes } from '../outbox/console/console-outboxes';
// Mounted lists show unsent changes once this module has loaded.
import '../outbox/projection/use-projected';

/** Sends changes and active time left from the signed-in user's earlier visits, whichever page is opened first. */
export function sendUnsentWork(): void {
  getConsoleOutboxes();
  consoleStore.sub(userAtom, sendActiveTime);
  sendActiveTime();
}

function sendActiveTime(): void {
  const user = consoleStore.get(userAtom);
  if (user) void sendStoredPeriods(localStorage, user.id);
}

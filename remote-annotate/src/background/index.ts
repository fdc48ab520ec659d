import { consoleStore, userAtom } from '@console/shared-auth';
import { sendStoredPeriods } from '../active-time/send-periods';
import { getConsoleOutboxes } from '../outbox/console/console-outboxes';
// When this module is loaded, lists on the page also show changes that have not been sent.
import '../outbox/projection/use-projected';

/** Sends changes and active time that remained unsent from earlier visits of the signed-in user, whichever page is opened first. */
export function sendUnsentWork(): void {
  getConsoleOutboxes();
  consoleStore.sub(userAtom, sendActiveTime);
  sendActiveTime();
}

function sendActiveTime(): void {
  const user = consoleStore.get(userAtom);
  if (user) void sendStoredPeriods(localStorage, user.id);
}

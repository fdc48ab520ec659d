import { api, consoleStore, signedInAtom } from '@console/shared-auth';
import type { FaultReport } from '@console/shared-contract/federation';
import { recordFailedVisit } from './page-visits';

declare global {
  interface Window {
    /** The latest faults of this tab, oldest first. Read by support and by the browser tests. */
    consoleFaults?: FaultReport[];
  }
}

const MAX_FAULTS = 100;

/** Maximum number of faults that one tab sends to the log of the server. The server limits the number, too. */
const MAX_SENT = 30;
let sentCount = 0;

/** Sends a fault to the log of the server. Ignores failures, because the fault itself may be that the server is unreachable. */
async function sendFault({ load, remote, version, part, kind, message }: FaultReport): Promise<void> {
  if (!consoleStore.get(signedInAtom) || (sentCount += 1) > MAX_SENT) return;
  const body = { load, remote, version, part: part.slice(0, 200), kind, message: message.slice(0, 2000) };
  await api.call('POST /account/v2/console-fault', { body }).catch(() => undefined);
}

/** Records a failure of a remote in `window.consoleFaults`, on the console, and in the log of the server. */
export function recordFault(fault: Omit<FaultReport, 'at'>): void {
  const report: FaultReport = { ...fault, at: Date.now() };
  const faultLog = (window.consoleFaults ??= []);
  faultLog.push(report);
  faultLog.splice(0, faultLog.length - MAX_FAULTS);
  console.warn(`${fault.remote || 'registry'} ${fault.version} ${fault.kind} (${fault.part}): ${fault.message}`);
  recordFailedVisit(fault.remote);
  void sendFault(report);
}

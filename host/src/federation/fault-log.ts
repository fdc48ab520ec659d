import type { FaultReport } from '@console/shared-contract/federation';

declare global {
  interface Window {
    /** The latest faults of this tab, oldest first. Read by support and by the browser tests. */
    consoleFaults?: FaultReport[];
  }
}

const MAX_FAULTS = 100;

/** Records a failure of a remote in `window.consoleFaults` and on the console. */
export function recordFault(fault: Omit<FaultReport, 'at'>): void {
  const report: FaultReport = { ...fault, at: Date.now() };
  const log = (window.consoleFaults ??= []);
  log.push(report);
  log.splice(0, log.length - MAX_FAULTS);
  console.warn(`${fault.remote || 'registry'} ${fault.version} ${fault.kind} (${fault.part}): ${fault.message}`);
}

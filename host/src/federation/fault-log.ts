import type { FaultReport } from '@console/shared-contract/federation';

declare global {
  interface Window {
    /** The last faults of this tab, oldest first; read by support and by the browser tests. */
    consoleFaults?: FaultReport[];
  }
}

const KEPT = 100;

/** Where every failure of a remote is reported to. */
export function reportFault(fault: Omit<FaultReport, 'at'>): void {
  const report: FaultReport = { ...fault, at: Date.now() };
  const log = (window.consoleFaults ??= []);
  log.push(report);
  log.splice(0, log.length - KEPT);
  console.warn(`${fault.remote || 'registry'} ${fault.version} ${fault.kind} (${fault.part}): ${fault.message}`);
}

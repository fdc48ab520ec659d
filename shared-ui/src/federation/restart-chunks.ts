import { RESTART_CHUNK } from '@console/shared-contract/federation/constants';

/**
 * Requests every chunk that is still loading again, in all builds on the page: a component also waits for chunks of the host and
 * of other remotes that provide its shared packages. Scripts that have run are no longer in the document.
 */
export function restartPendingChunks(): void {
  for (const script of document.querySelectorAll('script[data-webpack]')) {
    script.dispatchEvent(new CustomEvent('error', { detail: RESTART_CHUNK }));
  }
}

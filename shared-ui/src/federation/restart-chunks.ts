import { RESTART_CHUNK } from '@console/shared-contract/federation/constants';

/**
 * Requests every pending chunk of all builds on the page again. A component also waits for chunks of the host and of other remotes that
 * provide its shared packages. Scripts that have already run are no longer in the document, so their chunks are not requested again.
 */
export function restartPendingChunks(): void {
  for (const script of document.querySelectorAll('script[data-webpack]')) {
    script.dispatchEvent(new CustomEvent('error', { detail: RESTART_CHUNK }));
  }
}

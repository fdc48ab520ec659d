import { RESTART_CHUNK } from '@console/shared-contract/federation/constants';

/**
 * Requests every pending chunk again, in all builds on the page: a component also waits for chunks of the host and of other remotes that
 * provide its shared packages. A script that has already run is no longer in the document, so its chunk is not requested.
 */
export function restartPendingChunks(): void {
  for (const script of document.querySelectorAll('script[data-webpack]')) {
    script.dispatchEvent(new CustomEvent('error', { detail: RESTART_CHUNK }));
  }
}

/**
 * Modules of shared packages that the host provides to remotes, whether or not it uses them itself: the federation
 * plugin offers a sub-path only where the host's own code asks for it.
 */
export const provided = {
  'jotai/utils': () => import('jotai/utils'),
};

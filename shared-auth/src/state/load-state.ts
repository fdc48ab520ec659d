/** Load state of session data. `NO_RESOURCE`: loaded, but the workspace has no services. */
export const LoadState = { NOT_LOADED: 1, LOADING: 2, LOADED: 3, NO_RESOURCE: 4 } as const;
export type LoadState = (typeof LoadState)[keyof typeof LoadState];

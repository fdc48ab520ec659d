/** Leaves the console for another site. */
export const openUrl = (url: string): void => window.location.assign(url);

import { newId } from '@console/shared-contract/new-id';

/** Identifies this page view. Writes send it, so that the server does not announce the tab's own changes to the tab. */
export const tabId = newId();

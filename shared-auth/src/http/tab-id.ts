import { newId } from '@console/shared-contract/new-id';

/** Identifies this page view. Writes send it, so that the live stream of this tab does not report the tab's own changes. */
export const tabId = newId();

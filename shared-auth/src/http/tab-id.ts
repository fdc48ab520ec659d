import { newId } from '@console/shared-contract/new-id';

/** Identifies this page view. The live stream leaves out changes that were written with it. */
export const tabId = newId();

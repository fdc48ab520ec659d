import type { SampleRows } from './sample-rows';

const TAB_ID = 'tab-of-a-sample';

/** Samples (valid example requests) of the live stream, which ends at once, and of presence. */
export const createLiveSamples = (rows: SampleRows) => ({
  'GET /live/v2/stream': [{ query: { seconds: 0, tab: TAB_ID } }],
  'PUT /live/v2/presence/': [
    { body: { tab: TAB_ID, kind: 'image', id: rows.image } },
    { body: { tab: TAB_ID, kind: 'group', id: rows.group } },
    { body: { tab: TAB_ID, kind: 'product', id: rows.product, left: true } },
  ],
});

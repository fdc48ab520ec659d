import type { SampleRows } from './sample-rows';

const TAB = 'tab-of-a-sample';

/** Samples (valid example requests) of the live stream, which ends at once, and of presence. */
export const createLiveSamples = (rows: SampleRows) => ({
  'GET /live/v2/stream': [{ query: { seconds: 0, tab: TAB } }],
  'PUT /live/v2/presence/': [
    { body: { tab: TAB, kind: 'image', id: rows.image } },
    { body: { tab: TAB, kind: 'group', id: rows.group } },
    { body: { tab: TAB, kind: 'product', id: rows.product, left: true } },
  ],
});

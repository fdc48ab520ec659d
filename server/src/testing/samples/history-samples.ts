import type { ApiCallKey } from '@console/shared-contract/api';
import { createSamples, createIdSample, createListSample, type CallSample } from './sample-factories';
import type { SampleRows } from './sample-rows';

type HistoryCall = Extract<ApiCallKey, `${string}/history/v2/${string}`>;

export const createHistorySamples = (rows: SampleRows): Record<HistoryCall, CallSample[]> => ({
  'GET /history/v2/set/': createListSample({
    user: rows.user,
    former_members: false,
    origin: 'token',
    kind: 'training_image',
    created_after: '2020-01-01T00:00:00.000Z',
    created_before: '2100-01-01T00:00:00.000Z',
  }),
  'GET /history/v2/change/': createListSample({ subject: rows.image, row: rows.object }),
  'GET /history/v2/image-shapes/': [{ query: { image: rows.image, change: rows.pointChange, workspace: rows.workspace } }],
  'GET /history/v2/provenance/': [{ query: { subject: rows.image, workspace: rows.workspace } }],
  'GET /history/v2/deleted/': createListSample({ user: rows.user, kind: 'point', search: 'x' }),
  'POST /history/v2/restore': createSamples({
    rows: [{ change_set: rows.changeSet.id, kind: 'point', subject: rows.image, row: rows.point }],
    dry_run: true,
  }),
  'POST /history/v2/restore-version': createSamples({
    kind: 'training_image',
    subject: rows.image,
    row: rows.point,
    change: rows.changeSet.id,
    dry_run: true,
    overwrite: true,
  }),
  'POST /history/v2/undo': createSamples(
    {
      change_set: rows.changeSet.id,
      rows: [{ kind: 'point', subject: rows.image, row: rows.point }],
      dry_run: true,
      overwrite: true,
    },
    { key: rows.changeSet.key },
  ),
  'GET /history/v2/undo/{id}': createIdSample(rows.undoWork),
  'GET /history/v2/statistics/': [
    {
      query: {
        from: '2026-01-01',
        to: '2027-12-31',
        user: rows.user,
        job: rows.imageJob,
        label: rows.detectionLabel,
        group_by: 'user,week,label',
      },
    },
  ],
  'GET /history/v2/statistics/forecast/': [{ query: { job: rows.imageJob } }],
  'PUT /history/v2/statistics/visibility/': createSamples({ visibility: 'everybody' }),
  'POST /history/v2/active-time/': createSamples({
    sent: '2026-02-03T10:01:00.000Z',
    periods: [{ started: '2026-02-03T10:00:00.000Z', ended: '2026-02-03T10:00:30.000Z', job: rows.imageJob }],
  }),
  'GET /history/v2/comparison/': [
    { query: { since: '2090-01-01', until: '2100-01-01', workspace: rows.workspace } },
    { query: { training: rows.dataset } },
  ],
  'GET /history/v2/comparison/image/': [
    { query: { since: '2090-01-01', until: '2100-01-01', change: 'added', page: 1, page_size: 10, workspace: rows.workspace } },
    { query: { training: rows.dataset, change: 'added' } },
  ],
});

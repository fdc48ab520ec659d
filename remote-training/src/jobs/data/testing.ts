import type { Job } from '@console/shared-contract/api';
import { page, stubApi, testWorkspace, type StubbedApi, type StubHandlers } from '@console/shared-auth/testing';

export function createJobRow(fields: Partial<Job> = {}): Job {
  return {
    id: 'i1',
    workspace: testWorkspace.id,
    name: 'shelves',
    description: '',
    // Number of annotators per item.
    todo_number: 1,
    randomize: true,
    auto_complete: false,
    done: false,
    item_count: 8,
    item_done_count: 2,
    recognition_tasks: [],
    flow: null,
    mark_done_label: null,
    created: '2026-01-01T00:00:00Z',
    version: 1,
    ...fields,
  };
}

const QUALITY_SETTINGS = { todo_number: 1, randomize: true, auto_complete: false, instructions: '', review_share: 100 };

/**
 * A workspace with an image job, a similarity job, a labelling flow and two recognition tasks; `handlers` override responses.
 */
export function stubJobs(handlers: StubHandlers = {}): StubbedApi {
  return stubApi({
    'GET /annotate/v2/imagejob/': page([createJobRow({ recognition_tasks: ['r1'], flow: 'f1' })]),
    'GET /annotate/v2/similarityjob/': page([createJobRow({ id: 's1', name: 'Bottles' })]),
    'GET /flows/v2/flow/': page([{ id: 'f1', name: 'Check caps' }]),
    'GET /recognition/v2/task/': page([
      { id: 'r1', name: 'Freshness' },
      { id: 'r2', name: 'Ripeness' },
    ]),
    'GET /recognition/v2/label/': page([
      { id: 'l1', name: 'Checked' },
      { id: 'l2', name: 'Sharp' },
    ]),
    'GET /account/v2/member/': {
      results: [
        { id: 'u1', username: 'ann@console.test' },
        { id: 'u2', username: 'bob@console.test' },
      ],
    },
    'GET /annotate/v2/quality-settings/': QUALITY_SETTINGS,
    ...handlers,
  });
}

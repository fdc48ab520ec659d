import type { ApiKey } from '@console/shared-auth';
import { page, testWorkspace, type StubRequest } from '@console/shared-auth/testing';
import type { Import, ImportPlan, ImportResult } from '@console/shared-contract/api';
import { screen, within } from '@testing-library/react';
import { showImagesPage } from './images-page-testing';
import { createId, stubWorkspace } from './testing';

export const LIST_IMPORTS = 'GET /recognition/v2/import/';
export const CREATE_IMPORT = 'POST /recognition/v2/import/';
export const READ_IMPORT = 'GET /recognition/v2/import/{id}';
export const ADD_FILES = 'POST /recognition/v2/import/{id}/files';
/** The call that uploads a chunk of a file. Its body is not JSON, so the typed API contract does not contain it. */
export const UPLOAD_CHUNK = 'PUT /imports/{id}/files/{file}' as string as ApiKey;
export const PLAN_IMPORT = 'POST /recognition/v2/import/{id}/plan';
export const RUN_IMPORT = 'POST /recognition/v2/import/{id}/run';
export const CANCEL_IMPORT = 'POST /recognition/v2/import/{id}/cancel';
export const UNDO_IMPORT = 'POST /recognition/v2/import/{id}/undo';
export const READ_UNDOABLE = 'GET /recognition/v2/import/{id}/undo';
const LIST_IMPORT_ITEMS = 'GET /recognition/v2/import/{id}/items';
const LIST_SOURCE_FOLDERS = 'GET /recognition/v2/import-place/';

export const importId = createId(500);
/** A plan with three detection classes: one with a label of the workspace, two without. */
export const importPlan: ImportPlan = {
  format: 'voc',
  found: ['voc', 'pictures'],
  pictures: { new: 360, here: 4, unreadable: 1, missing: 0 },
  shapes: { boxes: 4888, polygons: 0, points: 0, labels: 0, outside: 7 },
  classes: [
    { key: 'd:RBC', of: 'detection', name: 'RBC', count: 4155, type: null, label: null, without_task: true },
    { key: 'd:Cup', of: 'detection', name: 'Cup', count: 361, type: null, label: createId(21), without_task: false },
    { key: 'd:Ink', of: 'detection', name: 'Ink', count: 2, type: null, label: null, without_task: true },
  ],
  notes: [{ reason: 'A box of no width', count: 2 }],
};
/** The result of an import of `importPlan`. */
export const importResult: ImportResult = {
  pictures: { added: 359, here: 4, failed: 1 },
  shapes: { boxes: 4880, polygons: 0, points: 0, labels: 0, same: 6 },
  labels_created: 1,
  declared: { images: 17, shapes: 33 },
  notes: [{ reason: 'Cut at the border', count: 7 }],
};
/** Returns an import that waits for choices. */
export const createImport = (fields: Partial<Import> = {}): Import => ({
  id: importId,
  workspace: testWorkspace.id,
  name: 'bccd.zip',
  state: 'planned',
  source: null,
  files: 1,
  bytes: 20,
  plan: null,
  choices: null,
  result: null,
  work: null,
  error: null,
  created: '2026-02-03T14:05:00.000Z',
  created_by: { id: createId(9), username: 'mara' },
  ...fields,
});
/** Returns the background task of a running import. */
export const createWork = (fields: Partial<NonNullable<Import['work']>> = {}) => ({
  id: createId(501),
  status: 'running' as const,
  done: 120,
  total: 364,
  per_second: 15.2,
  seconds_left: 16.1,
  cut_off: 0,
  ...fields,
});

/** Shows the images page at a route, with a stub server that has one unreadable image. */
export async function openImages(route: string, handlers: Parameters<typeof stubWorkspace>[0] = {}) {
  const stub = stubWorkspace({
    [LIST_IMPORTS]: page([]),
    [LIST_SOURCE_FOLDERS]: { results: [] },
    [LIST_IMPORT_ITEMS]: ({ query }: StubRequest) =>
      page(
        query.outcome === 'unreadable'
          ? [{ number: 3, path: 'cut.jpg', outcome: 'unreadable', reason: 'The file ends too early.', image: null }]
          : [],
      ),
    [READ_UNDOABLE]: { possible: true, worked_on: 0, images: [] },
    'GET /detection/v2/task/': page([{ id: createId(80), name: 'Cells' }]),
    ...handlers,
  });
  showImagesPage(route);
  return stub;
}
export const findDialog = async () => within(await screen.findByRole('dialog'));

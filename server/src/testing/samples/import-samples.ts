import type { ApiCallKey } from '@console/shared-contract/api';
import type { Db } from '../../platform/database/connection';
import { createIdSample, createListSample, createSamples, createBodySample, type CallSample } from './sample-factories';

type ImportCall = Extract<ApiCallKey, `${string}/import${string}`>;

const CLASS_KEY = 'detection:Some name';
/**
 * A stored plan with the names of the API: `here` counts images that the workspace already has, `outside` counts shapes beyond the border of
 * their image, and `of` is the domain of a class.
 */
const IMPORT_PLAN = {
  format: 'coco',
  found: ['coco'],
  pictures: { new: 0, here: 1, unreadable: 0, missing: 0 },
  shapes: { boxes: 1, polygons: 0, points: 0, labels: 0, outside: 0 },
  classes: [{ key: CLASS_KEY, of: 'detection', name: 'Some name', count: 1, type: null, label: null, without_task: true }],
  notes: [],
};

/** Creates one import for each state that the samples need. A sample is a valid example request of an API call, which tests send. */
export async function createImports(db: Db, workspace_id: string, image_id: string) {
  const createImport = async (importState: 'collecting' | 'planned' | 'done', isPlanned: boolean) => {
    const plan = isPlanned ? JSON.stringify(IMPORT_PLAN) : null;
    const values = { workspace_id, name: 'Some name', state: importState, plan, created_by: null };
    const { id } = await db.insertInto('data_import').values(values).returning('id').executeTakeFirstOrThrow();
    const importItem = { import_id: id, n: 0, path: 'a.png', hash: null, width: null, height: null, image_id, done: true };
    if (isPlanned)
      await db
        .insertInto('import_item')
        .values({ ...importItem, outcome: 'here', reason: null })
        .execute();
    else await db.insertInto('import_file').values({ import_id: id, path: 'a.png', size: 0 }).execute();
    return id;
  };
  return {
    newImport: await createImport('collecting', false),
    emptyImport: await createImport('collecting', false),
    plannedImport: await createImport('planned', true),
    doneImport: await createImport('done', true),
  };
}

/** Ids of the rows that the samples use. */
interface Rows {
  newImport: string;
  emptyImport: string;
  plannedImport: string;
  doneImport: string;
  detectionLabel: string;
  task: string;
  detectionTask: string;
  segmentationTask: string;
}

/** Creates samples (valid example requests) of all calls for imports. */
export function createImportSamples(rows: Rows): Record<ImportCall, CallSample[]> {
  return {
    'GET /recognition/v2/import-place/': [{}],
    'GET /recognition/v2/import/': createListSample({ state: 'done' }),
    'POST /recognition/v2/import/': createSamples({ name: 'Another name' }),
    'GET /recognition/v2/import/{id}': createIdSample(rows.plannedImport),
    'POST /recognition/v2/import/{id}/files': createBodySample(rows.newImport, { files: [{ path: 'b.png', size: 10 }] }),
    'POST /recognition/v2/import/{id}/plan': createBodySample(rows.emptyImport, { format: 'coco', outlines: 'both' }),
    'GET /recognition/v2/import/{id}/items': [
      { id: rows.doneImport, query: { page: 1, page_size: 10 } },
      { id: rows.doneImport, query: { outcome: 'here' } },
    ],
    'POST /recognition/v2/import/{id}/run': createBodySample(rows.plannedImport, {
      classes: [{ key: CLASS_KEY, label: rows.detectionLabel }],
      tasks: {
        recognition: { id: rows.task },
        detection: { id: rows.detectionTask },
        segmentation: { id: rows.segmentationTask },
      },
      // Skip shapes beyond the border of their image.
      outside: 'skip',
      adopt_confirmations: true,
    }),
    'POST /recognition/v2/import/{id}/cancel': createBodySample(rows.plannedImport, {}),
    'GET /recognition/v2/import/{id}/undo': createIdSample(rows.doneImport),
    'POST /recognition/v2/import/{id}/undo': createBodySample(rows.doneImport, {}),
    'DELETE /recognition/v2/import/{id}': createIdSample(rows.doneImport),
  };
}

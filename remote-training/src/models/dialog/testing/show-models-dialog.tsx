import { failWith, page, stubApi } from '@console/shared-auth/testing';
import { HostServicesProvider } from '@console/shared-ui/basics';
import { createFakeHostServices, renderConsole } from '@console/shared-ui/testing';
import { trainNotices } from '../../training-messages';
import { ModelsDialog } from '../models-dialog';

export const LIST_MODELS = 'GET /detection/v2/model/';
export const LIST_RUNS = 'GET /annotate/v2/prediction-run/';
export const EVALUATIONS = 'GET /annotate/v2/evaluation';
export const SPLIT = 'GET /detection/v2/task/{id}/split';
export const EFFORT = 'GET /detection/v2/task/{id}/pre-label';
export const unsupportedCall = failWith(404, 'There is nothing at this address.');

const scores = {
  pictures: 12,
  heldOut: false,
  map50: 0.8514,
  map75: 0.465,
  accuracy: null,
  error: null,
  labels: [
    { id: 'l1', precision: 0.9, recall: 0.8, ap50: 0.88, ap75: 0.5, count: 40 },
    { id: 'l2', precision: null, recall: null, ap50: null, ap75: null, count: 0 },
  ],
};
export const model = {
  id: 'm1',
  detection_task: 't1',
  train_status: 'TRAINED' as const,
  error: null,
  map: 0.465,
  model_path_download: null,
  created: '2026-02-03T10:00:00Z',
  finished: '2026-02-03T10:02:00Z',
  progress: null,
  scores,
  dataset: 'd1',
  pictures: 48,
  seed: 7,
};
export const predictionRun = {
  id: 'r1',
  workspace: 'w',
  domain: 'detection' as const,
  task: 't1',
  task_name: 'Cells',
  model: 'm1',
  images: 60,
  suspects: 4,
  work: null,
  note: null,
  created: '2026-02-03T10:00:00Z',
};
export const task = {
  id: 't1',
  name: 'Cells',
  labels: [
    { id: 'l1', name: 'RBC' },
    { id: 'l2', name: 'WBC' },
  ],
};

/** Renders the dialog with the models of a task. All links to other pages are available. */
export function showModelsDialog(routes: Parameters<typeof stubApi>[0] = {}, ofTask = task) {
  const stub = stubApi({
    [LIST_MODELS]: page([model]),
    [LIST_RUNS]: page([]),
    [EVALUATIONS]: page([]),
    [SPLIT]: { train: 48, test: 12, groups: [], duplicates: [] },
    [EFFORT]: { models: [] },
    'GET /annotate/v2/training-rule/': unsupportedCall,
    ...routes,
  });
  renderConsole(
    <HostServicesProvider value={{ ...createFakeHostServices({}), canOpen: () => true }}>
      <ModelsDialog domain="detection" task={ofTask} trainMessages={trainNotices} onClose={jest.fn()} />
    </HostServicesProvider>,
  );
  return stub;
}

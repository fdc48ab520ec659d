import { api } from '@console/shared-auth';
import type { SegmentationLabel, SegmentationTask } from '@console/shared-contract/api';
import { Page } from '@console/shared-ui/basics';
import { messages } from '../messages';
import { scoreColumn, TasksAndLabels, type TrainingKind, wholeList } from '../tasks-and-labels';

const segmentation: TrainingKind<SegmentationTask, SegmentationLabel> = {
  domain: 'segmentation',
  words: messages.segmentation,
  loadTasks: (scope) => api.all('GET /segmentation/v2/task/', { ...wholeList, ...scope }),
  loadLabels: (scope) => api.all('GET /segmentation/v2/label/', { ...wholeList, ...scope }),
  labelsOf: (task) => task.segmentation_labels,
  taskColumns: [scoreColumn],
  labelColumns: [],
  removalNote: ({ polygons_count: count }) => (count > 0 ? messages.segmentation.removalNote(count) : undefined),
  hasInputSize: false,
};

export function SegmentationPage() {
  return (
    <Page title={messages.segmentation.title}>
      <TasksAndLabels kind={segmentation} />
    </Page>
  );
}

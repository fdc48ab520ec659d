import { api } from '@console/shared-auth';
import type { SegmentationLabel, SegmentationTask } from '@console/shared-contract/api';
import { EvaluationIcon, Page, PageLink } from '@console/shared-ui/basics';
import { evaluationMessages } from '../evaluation/data/evaluation-messages';
import { segmentationMessages } from './segmentation-messages';
import { scoreColumn, TasksAndLabels, type TrainingKind, fullListOptions } from '../tasks-and-labels';

const segmentation: TrainingKind<SegmentationTask, SegmentationLabel> = {
  domain: 'segmentation',
  messages: segmentationMessages,
  loadTasks: (scope) => api.all('GET /segmentation/v2/task/', { ...fullListOptions, ...scope }),
  loadLabels: (scope) => api.all('GET /segmentation/v2/label/', { ...fullListOptions, ...scope }),
  getLabels: (task) => task.segmentation_labels,
  taskColumns: [scoreColumn],
  labelColumns: [],
  getDeletionNote: ({ polygons_count: polygons, masks_count: masks = 0 }) =>
    polygons + masks > 0 ? segmentationMessages.labelDeletionNote(polygons, masks) : undefined,
  hasInputSize: false,
};

export function SegmentationPage() {
  return (
    <Page
      title={segmentationMessages.title}
      actions={
        <PageLink to="/evaluation" icon={<EvaluationIcon />}>
          {evaluationMessages.link}
        </PageLink>
      }
    >
      <TasksAndLabels kind={segmentation} />
    </Page>
  );
}

import { api, useSession } from '@console/shared-auth';
import type { DetectionLabel, DetectionTask } from '@console/shared-contract/api';
import { EvaluationIcon, Page, PageLink, SettingsIcon } from '@console/shared-ui/basics';
import type { RowAction } from '@console/shared-ui/table';
import { lazy, Suspense, useCallback } from 'react';
import { detectionMessages } from './detection-messages';
import { trainNotices } from '../models/training-messages';
import { evaluationMessages } from '../evaluation/data/evaluation-messages';
import { messages } from '../messages';
import { createDownloadAction } from '../models/task-actions';
import { useModelDownload } from '../models/use-model-download';
import {
  createCountColumn,
  scoreColumn,
  TasksAndLabels,
  type LabelFormValues,
  type TrainingKind,
  fullListOptions,
} from '../tasks-and-labels';
import { NegativeImages } from './negative-images';

// Loaded when it is needed, because few users edit skeletons.
const SkeletonControl = lazy(async () => ({
  default: (await import('./skeleton/skeleton-control')).SkeletonControl<LabelFormValues>,
}));

const detection: TrainingKind<DetectionTask, DetectionLabel> = {
  domain: 'detection',
  messages: { ...detectionMessages, ...trainNotices },
  loadTasks: (scope) => api.all('GET /detection/v2/task/', { ...fullListOptions, ...scope }),
  loadLabels: (scope) => api.all('GET /detection/v2/label/', { ...fullListOptions, ...scope }),
  getLabels: (task) => task.detection_labels,
  taskColumns: [scoreColumn],
  labelColumns: [
    createCountColumn('objects', messages.columns.objects, (label) => label.objects_count),
    createCountColumn('skeletons', detectionMessages.skeletons, (label) => label.skeletons_count ?? 0),
    createCountColumn('images', messages.columns.images, (label) => label.images_count),
    createCountColumn('tasks', messages.columns.tasks, (label) => label.tasks_count),
  ],
  getDeletionNote: ({ objects_count: objects, skeletons_count: skeletons = 0 }) =>
    objects + skeletons > 0 ? detectionMessages.labelDeletionNote(objects, skeletons) : undefined,
  hasInputSize: true,
  renderLabelFields: (control, label) => (
    <Suspense>
      <SkeletonControl control={control} name="skeleton" skeletons={label?.skeletons_count ?? 0} />
    </Suspense>
  ),
};

export function DetectionPage() {
  const canDownload = useSession().user?.can_download_model === true;
  const { send: download, isPendingFor } = useModelDownload('detection');
  const taskActions = useCallback(
    (task: DetectionTask): readonly RowAction[] => [
      createDownloadAction(isPendingFor(task.id), () => void download({ task: task.id, name: task.name })),
    ],
    [download, isPendingFor],
  );
  return (
    <Page
      title={detectionMessages.title}
      actions={
        <>
          <PageLink to="/manage" icon={<SettingsIcon />}>
            {detectionMessages.manage}
          </PageLink>
          <PageLink to="/evaluation" icon={<EvaluationIcon />}>
            {evaluationMessages.link}
          </PageLink>
        </>
      }
    >
      <TasksAndLabels
        kind={detection}
        taskActions={canDownload ? taskActions : undefined}
        renderTaskDetails={(task) => <NegativeImages task={task} />}
      />
    </Page>
  );
}

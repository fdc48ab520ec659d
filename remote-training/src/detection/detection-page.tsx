import type { DetectionLabel, DetectionTask } from '@console/shared-contract/api';
import { type Column, ColorSwatch, DataTable, formatScore, Page, Section } from '@console/shared-ui';
import { messages } from '../messages';
import { TrainStatus } from '../models/train-status';
import { useDetectionLabels, useDetectionTasks } from './detection.queries';

const taskColumns: Column<DetectionTask>[] = [
  { id: 'name', header: messages.columns.name, cell: (task) => task.name, sortValue: (task) => task.name },
  {
    id: 'labels',
    header: messages.columns.labelsCount,
    cell: (task) => String(task.detectionLabelsCount),
    sortValue: (task) => task.detectionLabelsCount,
    align: 'end',
    width: '96px',
  },
  {
    id: 'status',
    header: messages.columns.trainStatus,
    cell: (task) => <TrainStatus status={task.last_train_status} />,
    sortValue: (task) => task.last_train_status,
    width: '160px',
  },
  {
    id: 'map',
    header: messages.columns.map,
    cell: (task) => <span title={messages.columns.mapLong}>{formatScore(task.map)}</span>,
    sortValue: (task) => task.map,
    align: 'end',
    width: '96px',
  },
];

const labelColumns: Column<DetectionLabel>[] = [
  { id: 'name', header: messages.columns.name, cell: (label) => label.name, sortValue: (label) => label.name },
  { id: 'color', header: messages.columns.color, cell: (label) => <ColorSwatch color={label.color} />, width: '96px' },
  {
    id: 'objects',
    header: messages.columns.objects,
    cell: (label) => String(label.objects_count),
    sortValue: (label) => label.objects_count,
    align: 'end',
    width: '96px',
  },
  {
    id: 'images',
    header: messages.columns.images,
    cell: (label) => String(label.images_count),
    sortValue: (label) => label.images_count,
    align: 'end',
    width: '96px',
  },
  {
    id: 'tasks',
    header: messages.columns.tasks,
    cell: (label) => String(label.tasks_count),
    sortValue: (label) => label.tasks_count,
    align: 'end',
    width: '96px',
  },
];

const byNameUpwards = { columnId: 'name', direction: 'ascending' } as const;

export function DetectionPage() {
  const tasks = useDetectionTasks();
  const labels = useDetectionLabels();
  return (
    <Page title={messages.detection.title}>
      <Section title={messages.detection.tasks} count={tasks.data?.length}>
        <DataTable
          label={messages.detection.tasks}
          columns={taskColumns}
          rows={tasks.data}
          rowId={(task) => task.id}
          defaultSort={byNameUpwards}
          error={tasks.error}
          onRetry={() => void tasks.refetch()}
          empty={messages.detection.noTasks}
        />
      </Section>
      <Section title={messages.detection.labels} count={labels.data?.length}>
        <DataTable
          label={messages.detection.labels}
          columns={labelColumns}
          rows={labels.data}
          rowId={(label) => label.id}
          defaultSort={byNameUpwards}
          error={labels.error}
          onRetry={() => void labels.refetch()}
          empty={messages.detection.noLabels}
        />
      </Section>
    </Page>
  );
}

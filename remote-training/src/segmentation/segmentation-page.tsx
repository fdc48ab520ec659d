import type { SegmentationLabel, SegmentationTask } from '@console/shared-contract/api';
import { type Column, ColorSwatch, DataTable, Page, Section } from '@console/shared-ui';
import { messages } from '../messages';
import { TrainStatus } from '../models/train-status';
import { useSegmentationLabels, useSegmentationTasks } from './segmentation.queries';

const taskColumns: Column<SegmentationTask>[] = [
  { id: 'name', header: messages.columns.name, cell: (task) => task.name, sortValue: (task) => task.name },
  {
    id: 'labels',
    header: messages.columns.labelsCount,
    cell: (task) => String(task.segmentationLabelsCount),
    sortValue: (task) => task.segmentationLabelsCount,
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
];

const labelColumns: Column<SegmentationLabel>[] = [
  { id: 'name', header: messages.columns.name, cell: (label) => label.name, sortValue: (label) => label.name },
  { id: 'color', header: messages.columns.color, cell: (label) => <ColorSwatch color={label.color} />, width: '96px' },
];

const byNameUpwards = { columnId: 'name', direction: 'ascending' } as const;

export function SegmentationPage() {
  const tasks = useSegmentationTasks();
  const labels = useSegmentationLabels();
  return (
    <Page title={messages.segmentation.title}>
      <Section title={messages.segmentation.tasks} count={tasks.data?.length}>
        <DataTable
          label={messages.segmentation.tasks}
          columns={taskColumns}
          rows={tasks.data}
          rowId={(task) => task.id}
          defaultSort={byNameUpwards}
          error={tasks.error}
          onRetry={() => void tasks.refetch()}
          empty={messages.segmentation.noTasks}
        />
      </Section>
      <Section title={messages.segmentation.labels} count={labels.data?.length}>
        <DataTable
          label={messages.segmentation.labels}
          columns={labelColumns}
          rows={labels.data}
          rowId={(label) => label.id}
          defaultSort={byNameUpwards}
          error={labels.error}
          onRetry={() => void labels.refetch()}
          empty={messages.segmentation.noLabels}
        />
      </Section>
    </Page>
  );
}

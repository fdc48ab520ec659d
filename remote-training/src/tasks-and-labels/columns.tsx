import { ColorSwatch, formatScore } from '@console/shared-ui/basics';
import type { Column } from '@console/shared-ui/table';
import { messages } from '../messages';
import { TrainStatus } from '../models/train-status';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

const NUMBER_WIDTH = '96px';

/** A sortable column of numbers. */
export function countColumn<Row>(id: string, header: string, value: (row: Row) => number): Column<Row> {
  return { id, header, cell: (row) => value(row).toLocaleString('en'), sortValue: value, align: 'end', width: NUMBER_WIDTH };
}

/** Mean average precision of the last trained model. */
export const scoreColumn: Column<{ map: number | null }> = {
  id: 'map',
  header: messages.columns.map,
  cell: ({ map }) => <span title={messages.columns.mapLong}>{formatScore(map)}</span>,
  sortValue: ({ map }) => map,
  align: 'end',
  width: NUMBER_WIDTH,
};

export function taskColumnsOf<Task extends TrainingTask>({
  labelsOf,
  taskColumns,
}: Pick<TrainingKind<Task, TrainingLabel>, 'labelsOf' | 'taskColumns'>): Column<Task>[] {
  return [
    countColumn('labels', messages.columns.labelsCount, (task) => labelsOf(task).length),
    {
      id: 'status',
      header: messages.columns.trainStatus,
      cell: (task) => <TrainStatus status={task.last_train_status} error={task.last_train_error} />,
      sortValue: (task) => task.last_train_status,
      width: '176px',
    },
    ...taskColumns,
  ];
}

export function labelColumnsOf<Label extends TrainingLabel>({
  labelColumns,
}: Pick<TrainingKind<TrainingTask, Label>, 'labelColumns'>): Column<Label>[] {
  return [
    {
      id: 'color',
      header: messages.columns.color,
      cell: (label) => <ColorSwatch color={label.color} />,
      width: NUMBER_WIDTH,
    },
    ...labelColumns,
  ];
}

import { ColorSwatch, formatScore } from '@console/shared-ui/basics';
import type { Column } from '@console/shared-ui/table';
import { messages } from '../messages';
import { trainColumn } from '../models/train-status';
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

/** `seen`: when the tasks were read last, while the server is out of reach; else null. */
export function taskColumnsOf<Task extends TrainingTask>(
  { labelsOf, taskColumns }: Pick<TrainingKind<Task, TrainingLabel>, 'labelsOf' | 'taskColumns'>,
  seen: number | null,
): Column<Task>[] {
  return [
    countColumn('labels', messages.columns.labelsCount, (task) => labelsOf(task).length),
    trainColumn(seen),
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

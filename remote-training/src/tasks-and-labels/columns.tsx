import { ColorSwatch, formatScore } from '@console/shared-ui/basics';
import type { Column } from '@console/shared-ui/table';
import { messages } from '../messages';
import { keyColumn } from '../label-key/key-column';
import { createTrainColumn } from '../models/train-status';
import type { TrainingKind, TrainingLabel, TrainingTask } from './training-kind';

const NUMBER_WIDTH = '96px';

/** A sortable column of numbers. */
export function createCountColumn<Row>(id: string, header: string, getValue: (row: Row) => number): Column<Row> {
  return {
    id,
    header,
    cell: (row) => getValue(row).toLocaleString('en'),
    sortValue: getValue,
    align: 'end',
    width: NUMBER_WIDTH,
  };
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

/** Creates the columns of the tasks table. `lastSeen` is the result of `getLastSeen`. */
export function createTaskColumns<Task extends TrainingTask>(
  { getLabels, taskColumns }: Pick<TrainingKind<Task, TrainingLabel>, 'getLabels' | 'taskColumns'>,
  lastSeen: number | null,
): Column<Task>[] {
  return [
    createCountColumn('labels', messages.columns.labelsCount, (task) => getLabels(task).length),
    createTrainColumn(lastSeen),
    ...taskColumns,
  ];
}

export function createLabelColumns<Label extends TrainingLabel>({
  labelColumns,
}: Pick<TrainingKind<TrainingTask, Label>, 'labelColumns'>): Column<Label>[] {
  return [
    {
      id: 'color',
      header: messages.columns.color,
      cell: (label) => <ColorSwatch color={label.color} />,
      width: NUMBER_WIDTH,
    },
    keyColumn,
    ...labelColumns,
  ];
}

import type { DetectionLabel, DetectionTask } from '@console/shared-contract/api';
import { ColorSwatch } from '@console/shared-ui/basics';
import type { Column } from '@console/shared-ui/table';
import { commonMessages } from '../common/common-messages';

const nameColumn = { id: 'name', header: commonMessages.columns.name, cell: ({ name }: { name: string }) => name };
const formatNames = (labels: readonly { name: string }[]) => labels.map(({ name }) => name).join(', ') || '–';

export const detectionTaskColumns: Column<DetectionTask>[] = [
  nameColumn,
  { id: 'labels', header: commonMessages.columns.labels, cell: (task) => formatNames(task.detection_labels) },
];
export const detectionLabelColumns: Column<DetectionLabel>[] = [
  nameColumn,
  { id: 'color', header: commonMessages.columns.colour, cell: (label) => <ColorSwatch color={label.color} />, width: '96px' },
];

import type { QueryScope } from '@console/shared-auth';
import type { DetectionTask, ShapeLabel, TrainingProgress } from '@console/shared-contract/api';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import type { Notice } from '@console/shared-ui/basics';
import type { NamedRow, TrainingParams } from '@console/shared-ui/rows';
import type { Column } from '@console/shared-ui/table';

/** What tasks of both kinds have. */
export interface TrainingTask extends NamedRow {
  version: number;
  last_train_status: DetectionTask['last_train_status'];
  last_train_error?: string | null;
  last_train_progress?: TrainingProgress | null;
  training_params: TrainingParams;
}

/** What labels of both kinds have. */
export interface TrainingLabel extends ShapeLabel {
  version: number;
}

/** Pages of lists that are read whole. */
export const wholeList = { query: { page_size: MAX_PAGE_SIZE } } as const;

/** For a list that is shown while it is read. */
export type ListScope<Row> = QueryScope & { onFirstRows?: (rows: readonly Row[]) => void };

/** In what detection and segmentation differ. */
export interface TrainingKind<Task extends TrainingTask, Label extends TrainingLabel> {
  /** First part of the addresses, and of the keys of the queries. */
  domain: 'detection' | 'segmentation';
  words: { noTasks: string; noLabels: string; trainQueued: Notice; trainFailed: string };
  loadTasks: (scope: QueryScope) => Promise<Task[]>;
  loadLabels: (scope: ListScope<Label>) => Promise<Label[]>;
  labelsOf: (task: Task) => readonly ShapeLabel[];
  /** After name, labels and status of the last training. */
  taskColumns: readonly Column<Task>[];
  /** After name and colour. */
  labelColumns: readonly Column<Label>[];
  /** What else is deleted with a label. */
  removalNote: (label: Label) => string | undefined;
  /** The form of a task asks for the image size. */
  hasInputSize: boolean;
}

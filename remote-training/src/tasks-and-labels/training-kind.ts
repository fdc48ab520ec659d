import type { QueryScope } from '@console/shared-auth';
import type { DetectionTask, ShapeLabel, TrainingProgress } from '@console/shared-contract/api';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import type { QualityRules } from '@console/shared-contract/quality-rules';
import type { AttributeDefinition } from '@console/shared-contract/shape-attributes';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import type { Notice } from '@console/shared-ui/basics';
import type { Control } from '@console/shared-ui/forms';
import type { NamedRow, TrainingParams } from '@console/shared-ui/rows';
import type { Column } from '@console/shared-ui/table';
import type { ReactNode } from 'react';
import type { DefinitionDraft } from '../label-attributes/definition-draft';

/** Values of the form of a label. */
export interface LabelFormValues {
  name: string;
  color: string;
  /** Shortcut key; empty for none. */
  key: string;
  attributes: readonly DefinitionDraft[];
  /** The template of a skeleton as JSON; empty for none. */
  skeleton: string;
}

/** The common fields of detection and segmentation tasks. */
export interface TrainingTask extends NamedRow {
  version: number;
  last_train_status: DetectionTask['last_train_status'];
  last_train_error?: string | null;
  last_train_progress?: TrainingProgress | null;
  training_params: TrainingParams;
  /** Quality rules that are checked before an image is verified. Missing on older servers. */
  rules?: QualityRules;
}

/** The common fields of detection and segmentation labels. */
export interface TrainingLabel extends ShapeLabel {
  /** The keyboard key that selects the label on the image screen. */
  key?: string | null;
  /** The points of the skeletons with this label. Only for labels of detection. */
  skeleton?: SkeletonTemplate | null | undefined;
  /** The attributes that the label declares for its shapes. */
  attributes?: readonly AttributeDefinition[];
  version: number;
}

/** Call options for fetching all pages of a list. */
export const fullListOptions = { query: { page_size: MAX_PAGE_SIZE } } as const;

/** The scope of a list query that shows the rows of the first page while the other pages are loading. */
type ListScope<Row> = QueryScope & { onFirstRows?: (rows: readonly Row[]) => void };

/** The differences between detection and segmentation. */
export interface TrainingKind<Task extends TrainingTask, Label extends TrainingLabel> {
  /** First segment of the API paths and of the query keys. */
  domain: 'detection' | 'segmentation';
  messages: { noTasks: string; noLabels: string; trainQueued: Notice; trainFailed: string };
  loadTasks: (scope: QueryScope) => Promise<Task[]>;
  loadLabels: (scope: ListScope<Label>) => Promise<Label[]>;
  getLabels: (task: Task) => readonly ShapeLabel[];
  /** Columns after name, labels and status of the last training. */
  taskColumns: readonly Column<Task>[];
  /** Columns after name and colour. */
  labelColumns: readonly Column<Label>[];
  /** Returns a note about the shapes that are deleted together with a label. */
  getDeletionNote: (label: Label) => string | undefined;
  /** Renders fields of a label's form after its name, colour and key. */
  renderLabelFields?: (control: Control<LabelFormValues>, label: Label | null) => ReactNode;
  /** Whether the form of a task has a field for the image size. */
  hasInputSize: boolean;
}

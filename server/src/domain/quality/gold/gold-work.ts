import { SHAPE_KINDS } from '@console/shared-contract/shape-kinds';
import type { ComparableShape } from '../../../data-access/shapes/measure';

export type GoldDomain = 'detection' | 'segmentation' | 'recognition' | 'similarity';

/** A recognition label of an image or object. */
export interface WorkLabel {
  label: string;
  value: number | null;
}

/** A shape in the format of `item_snapshot`, which stores finished work. */
export interface WorkShape extends ComparableShape {
  labels?: readonly WorkLabel[];
  attributes?: Readonly<Record<string, boolean | number | string>> | null;
  /** Name of a point. */
  name?: string | null;
}

/** A member of a group. */
export interface WorkMember {
  kind: 'image' | 'object' | 'group';
  id: string;
}

/**
 * The labels of an image and its shapes, in the format of `item_snapshot`. The work on a group consists of its members, and the type of the
 * group is the label of the gold item.
 */
export interface ItemAnnotations {
  labels: readonly WorkLabel[];
  shapes: readonly WorkShape[];
  members?: readonly WorkMember[];
}

/** The parts of a task that its gold items depend on. */
export interface ComparedTask {
  domain: GoldDomain;
  /** Ids of the labels of the task, or of the types of groups. */
  labels: ReadonlySet<string>;
  /** Whether each image or object has only one label. */
  isSingleLabel: boolean;
}

/**
 * Returns the part of the work that concerns a task. These are the shapes with its labels, or the image and its objects with its
 * recognition labels. Points have no label. They belong to the gold items of all tasks of detection and segmentation.
 */
export function selectTaskWork(work: ItemAnnotations, task: ComparedTask): ItemAnnotations {
  const { labels, shapes } = work;
  if (task.domain === 'similarity') return work;
  const isOfTask = ({ label }: WorkLabel) => task.labels.has(label);
  if (task.domain === 'recognition')
    return {
      labels: labels.filter(isOfTask),
      shapes: shapes
        .filter(({ kind }) => kind === 'object')
        .map((shape) => ({ ...shape, labels: (shape.labels ?? []).filter(isOfTask) })),
    };
  return {
    labels: [],
    shapes: shapes
      .filter(
        ({ kind, label }) =>
          SHAPE_KINDS[kind].domain === null ||
          (SHAPE_KINDS[kind].domain === task.domain && label !== null && task.labels.has(label)),
      )
      .map((shape) => ({ ...shape, labels: [] })),
  };
}

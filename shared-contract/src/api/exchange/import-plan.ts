import { z } from 'zod';
import { defineShapeCounts } from '../shapes/shape-fields';
import { Id, ShortName, Text } from '../base/primitives';

/**
 * File formats of an import: the export formats of the console, and formats of other tools. `pictures`: images without annotations.
 */
export const ImportFormat = z.enum([
  'console',
  'coco',
  'yolo',
  'voc',
  'csv',
  'folders',
  'cvat',
  'datumaro',
  'labelstudio',
  'labelme',
  'labelbox',
  'via',
  'dota',
  'pictures',
]);
export type ImportFormat = z.output<typeof ImportFormat>;

/** How outlines and masks are imported: unchanged (`polygons`), as the boxes around them, or both. */
export const ImportOutlines = z.enum(['polygons', 'boxes', 'both']);
export type ImportOutlines = z.output<typeof ImportOutlines>;

/** The domain of a class: labels of images, of boxes or of polygons. */
export const ImportDomain = z.enum(['recognition', 'detection', 'segmentation']);
export type ImportDomain = z.output<typeof ImportDomain>;

/** Maximum number of classes of one import. */
export const MAX_IMPORT_CLASSES = 5_000;

/** A class that occurs in the files. */
export const ImportClass = z.object({
  /** Identifies the class in `ImportChoices`. */
  key: z.string(),
  of: ImportDomain,
  /** The name in the files, truncated to 255 characters. */
  name: z.string(),
  /** Number of shapes or images with this class in the files. */
  count: z.number().int(),
  /** Type of the image label that would be created: category, tag, value or plain. */
  type: z.string().nullable(),
  /** The label of the workspace with this name, or with a name that differs only in letter case. Null: a label would be created. */
  label: Id.nullable(),
  /** Whether the label is new or belongs to no task. The field `tasks` of `ImportChoices` then selects a task for the label. */
  without_task: z.boolean(),
});
export type ImportClass = z.output<typeof ImportClass>;

/** A note for the user, with the number of its occurrences. */
export const ImportNote = z.object({ reason: z.string(), count: z.number().int() });
export type ImportNote = z.output<typeof ImportNote>;

/** The changes that the import would make. */
export const ImportPlan = z.object({
  format: ImportFormat,
  /** Detected formats, most likely first. The import can be planned again with another format. */
  found: z.array(ImportFormat),
  /** How the plan imports outlines. Missing in older plans, in which the option is unknown. */
  outlines: ImportOutlines.optional(),
  /**
   * Number of images. `here`: they already exist in the workspace. `missing`: they have annotations, but are neither in the files nor in
   * the workspace.
   */
  pictures: z.object({
    new: z.number().int(),
    here: z.number().int(),
    unreadable: z.number().int(),
    missing: z.number().int(),
  }),
  /** Annotations that would be added. Annotations of missing and unreadable images are counted in the notes. */
  shapes: z.object({
    ...defineShapeCounts('importedPlural'),
    /** Number of labels and values of images. */
    labels: z.number().int(),
    /** Number of annotations that already exist with the same data. Missing in older plans, which count them as added. */
    same: z.number().int().optional(),
    /** Number of shapes that extend beyond the image. Images whose size is unknown before they are decoded are not counted. */
    outside: z.number().int(),
  }),
  /** Products that boxes in the files refer to. `here`: already in the workspace. Missing if the files refer to no products. */
  products: z.object({ new: z.number().int(), here: z.number().int() }).optional(),
  /** Groups of new images and their objects, including parent groups. Missing if there are none. */
  groups: z.object({ new: z.number().int(), here: z.number().int() }).optional(),
  /** Jobs of new images. Missing if there are none. */
  jobs: z.object({ new: z.number().int(), here: z.number().int() }).optional(),
  /**
   * Number of new images and shapes for which the files declare who created, annotated or verified them, and when. `confirmations`:
   * number of images and groups that are declared as verified, and of images that are declared as completed in a job. Missing if the
   * files declare nothing.
   */
  declared: z.object({ images: z.number().int(), shapes: z.number().int(), confirmations: z.number().int() }).optional(),
  classes: z.array(ImportClass),
  /** Content that cannot be imported, and other notes for the user. */
  notes: z.array(ImportNote),
});
export type ImportPlan = z.output<typeof ImportPlan>;

const TaskChoice = z.union([z.object({ id: Id }), z.object({ name: ShortName })]);
/**
 * Options for running a plan. By default, labels are found by name or created, and are added to no task. Shapes are clamped to the
 * image, and nothing is verified.
 */
export const ImportChoices = z.object({
  classes: z
    .array(
      z.object({
        key: Text(),
        /** A label of the workspace, `create` or `leave_out`. */
        label: z.union([Id, z.literal('create'), z.literal('leave_out')]),
      }),
    )
    .max(MAX_IMPORT_CLASSES)
    .default([]),
  /** Task for labels that belong to no task: an existing task, or a new task with this name. */
  tasks: z
    .object({ recognition: TaskChoice.optional(), detection: TaskChoice.optional(), segmentation: TaskChoice.optional() })
    .default({}),
  /** Whether shapes beyond the border of the image are clamped or skipped. */
  outside: z.enum(['clamp', 'skip']).default('clamp'),
  /**
   * Whether to accept what the files declare as verified or completed. If true, these images and groups are verified in the name of the
   * importing user, and these job items are marked as completed.
   */
  adopt_confirmations: z.boolean().default(false),
});
export type ImportChoices = z.output<typeof ImportChoices>;

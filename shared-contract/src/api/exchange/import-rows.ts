import { z } from 'zod';
import { defineShapeCounts } from '../shapes/shape-fields';
import { ImportChoices, ImportNote, ImportPlan } from './import-plan';
import { Id, Text, Timestamp, UserReference } from '../base/primitives';
import { WorkStatus } from '../operations/work';

/**
 * `collecting`: files are being uploaded. `reading`: the files are read to create the plan. `planned`: waiting for choices. `running`, then
 * `done`, `cancelled` or `failed`: imported images remain, and the import can be resumed. `undoing`, then `undone`: everything was removed
 * again.
 */
export const ImportState = z.enum([
  'collecting',
  'reading',
  'planned',
  'running',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
]);
export type ImportState = z.output<typeof ImportState>;

/** The current results of the import. `here`: number of images that already existed in the workspace. */
export const ImportResult = z.object({
  pictures: z.object({ added: z.number().int(), here: z.number().int(), failed: z.number().int() }),
  shapes: z.object({
    ...defineShapeCounts('importedPlural'),
    labels: z.number().int(),
    /** Number of shapes that already existed with the same data. */
    same: z.number().int(),
  }),
  labels_created: z.number().int(),
  /** Number of created products, and of object crops that were added as images of products. Missing if there are none. */
  products: z.object({ created: z.number().int(), pictures: z.number().int() }).optional(),
  /** Number of created groups and jobs. Missing if there are none. */
  groups_created: z.number().int().optional(),
  jobs_created: z.number().int().optional(),
  /** Number of images and shapes for which statements of the files about their origin were stored. Missing if there are none. */
  declared: z.object({ images: z.number().int(), shapes: z.number().int() }).optional(),
  /** Content that was skipped or changed, by reason: the notes of the plan and the notes of the run. */
  notes: z.array(ImportNote),
});
export type ImportResult = z.output<typeof ImportResult>;

/** A folder of the server or a prefix of a bucket that the operator has allowed (`place`), with a path below it. */
export const ImportSource = z.object({ place: Text(255), path: Text(1000).default('') });
export type ImportSource = z.output<typeof ImportSource>;

export const Import = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  state: ImportState,
  /** Null if the files are uploaded. */
  source: z.object({ place: z.string(), path: z.string() }).nullable(),
  /** Number of announced files and their total size in bytes. */
  files: z.number().int(),
  bytes: z.number(),
  /** Null until the files have been read. */
  plan: ImportPlan.nullable(),
  choices: ImportChoices.nullable(),
  result: ImportResult.nullable(),
  /** The background work that reads, runs or undoes the import. Null before the work starts and after its row has expired. */
  work: z
    .object({
      id: Id,
      status: WorkStatus,
      done: z.number().int(),
      total: z.number().int().nullable(),
      /** Average increase of `done` per second since the start; null in the first seconds. */
      per_second: z.number().nullable(),
      seconds_left: z.number().nullable(),
      /** How often a restart of the server interrupted the task. Reading then starts again from the beginning; other tasks continue. */
      cut_off: z.number().int(),
    })
    .nullable(),
  /** Why the import failed, in words for the user. */
  error: z.string().nullable(),
  created: Timestamp,
  created_by: UserReference.nullable(),
});
export type Import = z.output<typeof Import>;

export const ImportFile = z.object({
  id: Id,
  /** Path with the folders on the sender's machine, separated by slashes. */
  path: z.string(),
  size: z.number(),
  /** Number of received bytes: the offset of the next chunk. */
  received: z.number(),
});
export type ImportFile = z.output<typeof ImportFile>;

/** Outcome of an image. In a plan: `new`, `here` (already in the workspace), `missing`, `unreadable`. Later: `added`, `here`, `failed`. */
export const ImportOutcome = z.enum(['new', 'here', 'missing', 'unreadable', 'added', 'failed']);
export type ImportOutcome = z.output<typeof ImportOutcome>;

/** An image of an import. */
export const ImportItem = z.object({
  number: z.number().int(),
  path: z.string(),
  outcome: ImportOutcome,
  /** Why the image is unreadable or failed, or which of its annotations were skipped. */
  reason: z.string().nullable(),
  image: Id.nullable(),
});
export type ImportItem = z.output<typeof ImportItem>;

/** Whether an import can be undone. */
export const ImportUndoCheck = z.object({
  possible: z.boolean(),
  /** Number of imported images that somebody has changed after the import. If it is greater than 0, the import cannot be undone. */
  worked_on: z.number().int(),
  /** Ids of some of these changed images. */
  images: z.array(Id),
});
export type ImportUndoCheck = z.output<typeof ImportUndoCheck>;

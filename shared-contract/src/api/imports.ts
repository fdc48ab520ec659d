import { z } from 'zod';
import { defineCalls } from './core';
import {
  Id,
  ListQuery,
  Page,
  ShortName,
  Text,
  Timestamp,
  WorkspaceBody,
  WorkspaceOnly,
  UserReference,
  WorkspaceOnlyQuery,
} from './primitives';
import { WorkStatus } from './work';

/** File formats of an import: those of exports and of other tools. `pictures`: images without annotations. */
export const ImportFormat = z.enum([
  'console',
  'coco',
  'yolo',
  'voc',
  'csv',
  'folders',
  'cvat',
  'labelstudio',
  'labelme',
  'labelbox',
  'via',
  'dota',
  'pictures',
]);
export type ImportFormat = z.output<typeof ImportFormat>;

/**
 * `collecting`: files are being uploaded. `reading`: the files are read to create the plan. `planned`: waiting for choices.
 * `running`, then `done`, `cancelled` or `failed`: imported images stay, and the import can be resumed. `undoing`, then
 * `undone`: everything was removed again.
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

/** How outlines are imported: as polygons, as the boxes around them, or as both. */
export const ImportOutlines = z.enum(['polygons', 'boxes', 'both']);
export type ImportOutlines = z.output<typeof ImportOutlines>;

/** The domain of a class: labels of images, of boxes or of polygons. */
export const ImportDomain = z.enum(['recognition', 'detection', 'segmentation']);
export type ImportDomain = z.output<typeof ImportDomain>;

/** Maximum number of classes of one import, and of files in one call. */
export const MAX_IMPORT_CLASSES = 5_000;
export const MAX_IMPORT_FILES_PER_CALL = 1_000;
/** Maximum number of bytes of one chunk of a file. A small chunk limits how much is sent again after a lost connection. */
export const MAX_IMPORT_CHUNK_BYTES = 64_000_000;

/** A class that occurs in the files. */
export const ImportClass = z.object({
  /** Identifies the class in the choices. */
  key: z.string(),
  of: ImportDomain,
  /** The name in the files, truncated to 255 characters. */
  name: z.string(),
  /** Number of shapes or images with this class. */
  count: z.number().int(),
  /** Type of the image label that would be created: category, tag, value or plain. */
  type: z.string().nullable(),
  /** The label of the workspace with this name, otherwise one that differs only in letter case. If null, a label would be created. */
  label: Id.nullable(),
  /** Whether the label does not exist yet or belongs to no task. `tasks` of the choices then selects its task. */
  without_task: z.boolean(),
});
export type ImportClass = z.output<typeof ImportClass>;

/** A remark for the user, with the number of its occurrences. */
export const ImportNote = z.object({ reason: z.string(), count: z.number().int() });
export type ImportNote = z.output<typeof ImportNote>;

/** What the import would do. */
export const ImportPlan = z.object({
  format: ImportFormat,
  /** Formats that were detected, most likely first. Planning again can select another one. */
  found: z.array(ImportFormat),
  /** How the plan imports outlines. Missing in older plans, which may have used any option. */
  outlines: ImportOutlines.optional(),
  /** `here`: already in the workspace. `missing`: annotated, but neither in the files nor in the workspace. */
  pictures: z.object({
    new: z.number().int(),
    here: z.number().int(),
    unreadable: z.number().int(),
    missing: z.number().int(),
  }),
  /** Annotations that would be added. The notes count those of missing and unreadable images. */
  shapes: z.object({
    boxes: z.number().int(),
    polygons: z.number().int(),
    points: z.number().int(),
    /** Number of labels and values of images. */
    labels: z.number().int(),
    /** Number of annotations that already exist with the same data. Missing in older plans, which count them as added. */
    same: z.number().int().optional(),
    /** Number of shapes beyond the border of the image, if its size is known without decoding it. */
    outside: z.number().int(),
  }),
  /** Products of boxes in the files. `here`: already in the workspace. Missing if there are none. */
  products: z.object({ new: z.number().int(), here: z.number().int() }).optional(),
  /** Groups of new images and their objects, including parent groups. Missing if there are none. */
  groups: z.object({ new: z.number().int(), here: z.number().int() }).optional(),
  /** Jobs of new images. Missing if there are none. */
  jobs: z.object({ new: z.number().int(), here: z.number().int() }).optional(),
  /**
   * New images and shapes with declared facts: who created, annotated or verified them, and when. `confirmations`: images and groups
   * that are declared as verified, and images that are declared as completed in a job. Missing if the files declare nothing.
   */
  declared: z.object({ images: z.number().int(), shapes: z.number().int(), confirmations: z.number().int() }).optional(),
  classes: z.array(ImportClass),
  /** Content that cannot be imported, and other remarks. */
  notes: z.array(ImportNote),
});
export type ImportPlan = z.output<typeof ImportPlan>;

const TaskChoice = z.union([z.object({ id: Id }), z.object({ name: ShortName })]);
/** Options for running a plan. By default, labels are found by name or created, added to no task, shapes are clamped, and nothing is verified. */
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
  /** Task for labels that belong to no task: an existing task, or a new one with this name. */
  tasks: z
    .object({ recognition: TaskChoice.optional(), detection: TaskChoice.optional(), segmentation: TaskChoice.optional() })
    .default({}),
  /** Whether shapes beyond the border of the image are clamped or skipped. */
  outside: z.enum(['clamp', 'skip']).default('clamp'),
  /**
   * Whether the importer verifies, in their own name, images and groups that the files declare as verified, and items of jobs stay
   * done that the files declare as done. Otherwise they are not verified and not done.
   */
  adopt_confirmations: z.boolean().default(false),
});
export type ImportChoices = z.output<typeof ImportChoices>;

/** What the import has done until now. */
export const ImportResult = z.object({
  pictures: z.object({ added: z.number().int(), here: z.number().int(), failed: z.number().int() }),
  shapes: z.object({
    boxes: z.number().int(),
    polygons: z.number().int(),
    points: z.number().int(),
    labels: z.number().int(),
    /** Number of shapes that already existed with the same data. */
    same: z.number().int(),
  }),
  labels_created: z.number().int(),
  /** Created products, and crops of objects that were added to their images. Missing if there are none. */
  products: z.object({ created: z.number().int(), pictures: z.number().int() }).optional(),
  /** Number of created groups and jobs. Missing if there are none. */
  groups_created: z.number().int().optional(),
  jobs_created: z.number().int().optional(),
  /** Images and shapes whose declared facts were stored. Missing if there are none. */
  declared: z.object({ images: z.number().int(), shapes: z.number().int() }).optional(),
  /** Content that was skipped or changed, by reason: the notes of the plan and those of the run. */
  notes: z.array(ImportNote),
});
export type ImportResult = z.output<typeof ImportResult>;

const sourceFields = { place: Text(255), path: Text(1000).default('') };
/** A folder of the server or a prefix of a bucket that the operator has allowed, with a path below it. */
export const ImportSource = z.object(sourceFields);
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
  /** Null until the files were read. */
  plan: ImportPlan.nullable(),
  choices: ImportChoices.nullable(),
  result: ImportResult.nullable(),
  /** The long-running task that reads, runs or undoes the import; null before it starts and after its row has expired. */
  work: z
    .object({
      id: Id,
      status: WorkStatus,
      done: z.number().int(),
      total: z.number().int().nullable(),
      /** Average increase of `done` per second since the start; null in the first seconds. */
      per_second: z.number().nullable(),
      seconds_left: z.number().nullable(),
      /** How often a restart of the server interrupted the task. Reading then starts again; other tasks continue. */
      cut_off: z.number().int(),
    })
    .nullable(),
  /** Reason of the failure, for the user. */
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

/** In a plan: `new`, `here`, `missing` or `unreadable`. After the import: `added`, `here` or `failed`. */
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
  /** Number of its images that somebody has changed since. If there are any, the import cannot be undone. */
  worked_on: z.number().int(),
  /** The first of these images. */
  images: z.array(Id),
});
export type ImportUndoCheck = z.output<typeof ImportUndoCheck>;

const importAction = { body: WorkspaceOnly, response: Import, status: 202 as const };

/**
 * Two related routes do not use JSON. `PUT /api/imports/{id}/files/{file}?offset=N` receives a chunk of a file (at most
 * MAX_IMPORT_CHUNK_BYTES, `application/octet-stream`) and returns the `ImportFile`; a wrong offset is a 409 with `received`.
 * `GET /api/imports/{id}/report.csv` returns one row per failed image or image with notes, then
 * the notes with their counts.
 */
export const importCalls = defineCalls({
  'GET /recognition/v2/import-place/': {
    summary: 'Folders and buckets that the operator has allowed for imports',
    query: WorkspaceOnlyQuery,
    response: z.object({ results: z.array(z.object({ place: z.string(), kind: z.enum(['folder', 'bucket']) })) }),
  },
  'GET /recognition/v2/import/': {
    coversWorkspace: true,
    summary: 'Imports, newest first',
    query: z.object({ ...ListQuery, state: ImportState.optional() }),
    response: Page(Import),
  },
  'POST /recognition/v2/import/': {
    permission: 'manage',
    summary: 'Create an import of uploaded files, or of files in an allowed folder or bucket',
    body: z.object({ name: ShortName, source: ImportSource.optional(), ...WorkspaceBody }),
    response: Import,
    status: 201,
  },
  'GET /recognition/v2/import/{id}': {
    coversWorkspace: true,
    summary: 'An import with its plan, progress and result',
    query: WorkspaceOnlyQuery,
    response: Import,
  },
  'DELETE /recognition/v2/import/{id}': {
    permission: 'manage',
    summary: 'Delete an import and its uploaded files; imported images and shapes stay',
  },
  'POST /recognition/v2/import/{id}/files': {
    permission: 'manage',
    summary: 'Announce files; for a file with a known path and size, the response has the received bytes',
    body: z.object({
      files: z
        .array(z.object({ path: Text(1000).min(1), size: z.number().int().min(0).max(1_000_000_000_000) }))
        .min(1)
        .max(MAX_IMPORT_FILES_PER_CALL),
      ...WorkspaceBody,
    }),
    response: z.object({ files: z.array(ImportFile) }),
    status: 200,
  },
  'POST /recognition/v2/import/{id}/plan': {
    permission: 'manage',
    summary: 'Read the files and create the plan, as a long-running task; nothing is imported',
    body: z
      .object({
        /** Default: the most likely format. */
        format: ImportFormat.optional(),
        outlines: ImportOutlines.default('polygons'),
        ...WorkspaceBody,
      })
      .nullish(),
    response: Import,
    status: 202,
  },
  'GET /recognition/v2/import/{id}/items': {
    coversWorkspace: true,
    summary: 'The images of an import in the order of the files',
    query: z.object({ ...ListQuery, outcome: ImportOutcome.optional() }),
    response: Page(ImportItem),
  },
  'POST /recognition/v2/import/{id}/run': {
    permission: 'manage',
    summary: 'Run the plan, as a long-running task',
    body: ImportChoices.extend(WorkspaceBody).nullish(),
    response: Import,
    status: 202,
  },
  'POST /recognition/v2/import/{id}/cancel': {
    permission: 'manage',
    ...importAction,
    summary: 'Cancel reading or running; imported images stay',
    status: 200,
  },
  'GET /recognition/v2/import/{id}/undo': {
    coversWorkspace: true,
    summary: 'Whether an import can be undone, and how many of its images were changed since',
    query: WorkspaceOnlyQuery,
    response: ImportUndoCheck,
  },
  'POST /recognition/v2/import/{id}/undo': {
    permission: 'manage',
    ...importAction,
    summary: 'Undo an import, as a long-running task; refused if somebody has changed its images',
  },
});

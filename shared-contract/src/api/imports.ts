import { z } from 'zod';
import { defineCalls } from './core';
import { Id, ListQuery, Page, ShortName, Text, Timestamp, WorkspaceBody, WorkspaceOnly, WorkspaceQuery } from './primitives';
import { WorkStatus } from './work';

/** The files that an import reads: what an export writes, and what other tools do. `pictures`: nothing but pictures. */
export const ImportFormat = z.enum(['console', 'coco', 'yolo', 'voc', 'csv', 'folders', 'cvat', 'labelstudio', 'pictures']);
export type ImportFormat = z.output<typeof ImportFormat>;

/**
 * `collecting`: files come. `reading`: they are read for the plan. `planned`: it waits for its choices. `running`, then `done`,
 * `cancelled` or `failed`: what is in stays in, and it may be run again from there. `undoing`, then `undone`: all of it is out.
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

/** What becomes of an outline: a polygon, the box around it, or both. */
export const ImportOutlines = z.enum(['polygons', 'boxes', 'both']);
export type ImportOutlines = z.output<typeof ImportOutlines>;

/** The part of the workspace a class belongs to: labels of images, of boxes, or of polygons. */
export const ImportDomain = z.enum(['recognition', 'detection', 'segmentation']);
export type ImportDomain = z.output<typeof ImportDomain>;

/** Classes of one import, and files that one call announces. */
export const MAX_IMPORT_CLASSES = 5_000;
export const MAX_IMPORT_FILES_PER_CALL = 1_000;
/** Bytes of one part of a file, so that a cut connection loses little; a file has as many parts as it needs. */
export const MAX_IMPORT_CHUNK_BYTES = 64_000_000;

/** A class of the files. */
export const ImportClass = z.object({
  /** By which a choice names it. */
  key: z.string(),
  of: ImportDomain,
  /** As in the files, at most 255 letters. */
  name: z.string(),
  /** Shapes or pictures that have it. */
  count: z.number().int(),
  /** Of a label of an image that would be created: category, tag, value or plain. */
  type: z.string().nullable(),
  /** The label of the workspace with this name (whatever its case); null: it would be created. */
  label: Id.nullable(),
  /** That label is in no task, or there is none yet: see `tasks` of the choices. */
  without_task: z.boolean(),
});
export type ImportClass = z.output<typeof ImportClass>;

/** How often something was met that is worth knowing, in words for a person. */
export const ImportNote = z.object({ reason: z.string(), count: z.number().int() });
export type ImportNote = z.output<typeof ImportNote>;

/** What would happen. */
export const ImportPlan = z.object({
  format: ImportFormat,
  /** Formats whose files are there, the likeliest first: another may be chosen by planning again. */
  found: z.array(ImportFormat),
  /** What outlines become in it; absent in plans of before, which may have been made with any. */
  outlines: ImportOutlines.optional(),
  /** `missing`: annotations of pictures that are neither in the files nor in the workspace. */
  pictures: z.object({
    new: z.number().int(),
    here: z.number().int(),
    unreadable: z.number().int(),
    missing: z.number().int(),
  }),
  shapes: z.object({
    boxes: z.number().int(),
    polygons: z.number().int(),
    points: z.number().int(),
    /** Labels and values of images. */
    labels: z.number().int(),
    /** Those that leave the picture, as far as its size is known before it is decoded. */
    outside: z.number().int(),
  }),
  /** Products that boxes of the files show, by whether they are in the workspace; absent where there are none. */
  products: z.object({ new: z.number().int(), here: z.number().int() }).optional(),
  /** Groups that new pictures, or objects on them, are in, and those that these are in; absent where there are none. */
  groups: z.object({ new: z.number().int(), here: z.number().int() }).optional(),
  /** Jobs that new pictures are in; absent where there are none. */
  jobs: z.object({ new: z.number().int(), here: z.number().int() }).optional(),
  classes: z.array(ImportClass),
  /** What the console does not take, and what is odd. */
  notes: z.array(ImportNote),
});
export type ImportPlan = z.output<typeof ImportPlan>;

const TaskChoice = z.union([z.object({ id: Id }), z.object({ name: ShortName })]);
/** How a plan is run. All of it may be left out: labels are found by name or created, shapes are clamped, no task gets them. */
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
  /** What gets the labels that are in no task: a task of the workspace, or a new one of this name. */
  tasks: z
    .object({ recognition: TaskChoice.optional(), detection: TaskChoice.optional(), segmentation: TaskChoice.optional() })
    .default({}),
  /** A shape that leaves its picture is cut at the border, or left out. */
  outside: z.enum(['clamp', 'skip']).default('clamp'),
});
export type ImportChoices = z.output<typeof ImportChoices>;

/** What has happened so far. */
export const ImportResult = z.object({
  pictures: z.object({ added: z.number().int(), here: z.number().int(), failed: z.number().int() }),
  shapes: z.object({
    boxes: z.number().int(),
    polygons: z.number().int(),
    points: z.number().int(),
    labels: z.number().int(),
    /** Were there already, just so. */
    same: z.number().int(),
  }),
  labels_created: z.number().int(),
  /** Products that were made, and cut-outs of objects that became their pictures; absent where there are none. */
  products: z.object({ created: z.number().int(), pictures: z.number().int() }).optional(),
  /** How many were made; absent where there are none. */
  groups_created: z.number().int().optional(),
  jobs_created: z.number().int().optional(),
  /** Shapes that were left out or changed, by reason. */
  notes: z.array(ImportNote),
});
export type ImportResult = z.output<typeof ImportResult>;

const sourceFields = { place: Text(255), path: Text(1000).default('') };
/** A folder of the server or a prefix of a bucket, one of those that the operator allows, and what is below it. */
export const ImportSource = z.object(sourceFields);
export type ImportSource = z.output<typeof ImportSource>;

export const Import = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  state: ImportState,
  /** Null: the files are sent. */
  source: z.object({ place: z.string(), path: z.string() }).nullable(),
  /** Files that were announced, and their bytes. */
  files: z.number().int(),
  bytes: z.number(),
  /** Null until it was read. */
  plan: ImportPlan.nullable(),
  choices: ImportChoices.nullable(),
  result: ImportResult.nullable(),
  /** The long work that reads, runs or undoes it; null before, and once that is forgotten. */
  work: z
    .object({
      id: Id,
      status: WorkStatus,
      done: z.number().int(),
      total: z.number().int().nullable(),
      /** Since the work began, in `done` a second; null in its first seconds. */
      per_second: z.number().nullable(),
      seconds_left: z.number().nullable(),
      /** How often it was cut off, as by a restart of the server, and taken up again: a reading begins anew, the others go on. */
      cut_off: z.number().int(),
    })
    .nullable(),
  /** Why it failed, in words for a person. */
  error: z.string().nullable(),
  created: Timestamp,
  created_by: z.object({ id: Id, username: z.string() }).nullable(),
});
export type Import = z.output<typeof Import>;

export const ImportFile = z.object({
  id: Id,
  /** With the folders of whoever sends it, parted by slashes. */
  path: z.string(),
  size: z.number(),
  /** Bytes that are there: the next part begins here. */
  received: z.number(),
});
export type ImportFile = z.output<typeof ImportFile>;

/** `new`, `here`, `missing` and `unreadable` in a plan; `added`, `here` and `failed` when it was dealt with. */
export const ImportOutcome = z.enum(['new', 'here', 'missing', 'unreadable', 'added', 'failed']);
export type ImportOutcome = z.output<typeof ImportOutcome>;

/** A picture of an import. */
export const ImportItem = z.object({
  number: z.number().int(),
  path: z.string(),
  outcome: ImportOutcome,
  /** Why it is unreadable or failed, or what was left out of it. */
  reason: z.string().nullable(),
  image: Id.nullable(),
});
export type ImportItem = z.output<typeof ImportItem>;

/** Whether an import can be taken out again. */
export const ImportUndoCheck = z.object({
  possible: z.boolean(),
  /** Pictures of it that somebody has worked on since: nothing is undone while there are any. */
  worked_on: z.number().int(),
  /** The first of them. */
  images: z.array(Id),
});
export type ImportUndoCheck = z.output<typeof ImportUndoCheck>;

const importAction = { body: WorkspaceOnly, response: Import, status: 202 as const };

/**
 * Two routes beside them are no JSON. `PUT /api/imports/{id}/files/{file}?offset=N` takes the bytes of a part (at most
 * MOST_IMPORT_PART_BYTES, `application/octet-stream`) and answers the `ImportFile`; an offset that is not what is there is a 409 with
 * `received`. `GET /api/imports/{id}/report.csv` is what failed, a row each.
 */
export const importCalls = defineCalls({
  'GET /recognition/v2/import-place/': {
    summary: 'Folders and buckets that the operator lets imports read',
    query: z.object({ ...WorkspaceQuery }),
    response: z.object({ results: z.array(z.object({ place: z.string(), kind: z.enum(['folder', 'bucket']) })) }),
  },
  'GET /recognition/v2/import/': {
    summary: 'Imports, the newest first',
    query: z.object({ ...ListQuery, state: ImportState.optional() }),
    response: Page(Import),
  },
  'POST /recognition/v2/import/': {
    summary: 'Begin an import, whose files are sent or lie in a place of the server',
    body: z.object({ name: ShortName, source: ImportSource.optional(), ...WorkspaceBody }),
    response: Import,
    status: 201,
  },
  'GET /recognition/v2/import/{id}': {
    summary: 'An import with its plan, its progress and what came of it',
    query: z.object({ ...WorkspaceQuery }),
    response: Import,
  },
  'DELETE /recognition/v2/import/{id}': {
    summary: 'Forget an import and its files; pictures and shapes that it made stay',
  },
  'POST /recognition/v2/import/{id}/files': {
    summary: 'Announce files; one of a path and size that is there is answered with what of it has come',
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
    summary: 'Read the files, as long work; nothing is changed by it',
    body: z
      .object({
        /** Absent: the likeliest. */
        format: ImportFormat.optional(),
        outlines: ImportOutlines.default('polygons'),
        ...WorkspaceBody,
      })
      .nullish(),
    response: Import,
    status: 202,
  },
  'GET /recognition/v2/import/{id}/items': {
    summary: "An import's pictures in the order of the files",
    query: z.object({ ...ListQuery, outcome: ImportOutcome.optional() }),
    response: Page(ImportItem),
  },
  'POST /recognition/v2/import/{id}/run': {
    summary: 'Do what was planned, as long work',
    body: ImportChoices.extend(WorkspaceBody).nullish(),
    response: Import,
    status: 202,
  },
  'POST /recognition/v2/import/{id}/cancel': {
    ...importAction,
    summary: 'End reading or running where it is; what is in stays in',
    status: 200,
  },
  'GET /recognition/v2/import/{id}/undo': {
    summary: 'Whether an import can be taken out again, and how many of its pictures were worked on',
    query: z.object({ ...WorkspaceQuery }),
    response: ImportUndoCheck,
  },
  'POST /recognition/v2/import/{id}/undo': {
    ...importAction,
    summary: 'Take an import out again, as long work; refused when somebody has worked on its pictures',
  },
});

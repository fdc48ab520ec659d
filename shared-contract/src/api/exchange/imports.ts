import { z } from 'zod';
import { defineCalls } from '../base/core';
import { ImportChoices, ImportFormat, ImportOutlines } from './import-plan';
import { Import, ImportFile, ImportItem, ImportOutcome, ImportSource, ImportState, ImportUndoCheck } from './import-rows';
import { ListQuery, Page, ShortName, Text, WorkspaceBody, WorkspaceOnly, WorkspaceOnlyQuery } from '../base/primitives';

/** Maximum number of files in one call. */
export const MAX_IMPORT_FILES_PER_CALL = 1_000;
/** Maximum number of bytes of one chunk of a file. A small chunk limits how much is sent again after a lost connection. */
export const MAX_IMPORT_CHUNK_BYTES = 64_000_000;

const importAction = { body: WorkspaceOnly, response: Import, status: 202 as const };

/**
 * Two related routes do not use JSON. `PUT /api/imports/{id}/files/{file}?offset=N` receives a chunk of a file (at most
 * MAX_IMPORT_CHUNK_BYTES, `application/octet-stream`) and returns the `ImportFile`. A wrong offset gets a 409 response with
 * `received`. `GET /api/imports/{id}/report.csv` first returns a row for each image that failed or has notes, such as skipped
 * fields. Then it returns a row for each note with the number of images.
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
    summary: 'Read the files and create the plan, as background work; nothing is imported',
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
    summary: 'Run the plan, as background work',
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
    summary: 'Undo an import, as background work; refused if somebody has changed its images',
  },
});

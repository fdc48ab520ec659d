import { createWriteStream, existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ImportChoices, ImportFormat, ImportOutlines, type Import, type ImportNote } from '@console/shared-contract/api';
import { z } from 'zod';
import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { openForCommand } from '../../platform/database/open';
import { planLocally, runLocally } from '../../exchange/imports/local-import';
import { generateReport } from '../../exchange/imports/report';
import { openFileStore } from '../../platform/files/open';

/** Thrown if the requested import is not possible. */
class ImportError extends Error {
  override name = 'ImportError';
}

export interface ImportArguments {
  workspace: string;
  path: string;
  format?: string;
  outlines?: string;
  outside?: string;
  /** Name of the task, in each domain, for labels without a task. */
  task?: string;
  /** Path for a CSV report of failures. */
  report?: string;
  planOnly: boolean;
}

const Options = z.object({ format: ImportFormat.optional(), outlines: ImportOutlines.default('polygons') });

/** Converts arguments to import options. Throws ImportError for invalid ones. */
function toImportOptions({ format, outlines, outside, task }: ImportArguments) {
  const tasks =
    task === undefined ? {} : { recognition: { name: task }, detection: { name: task }, segmentation: { name: task } };
  const read = z.object({ options: Options, choices: ImportChoices }).safeParse({
    options: { ...(format !== undefined && { format }), ...(outlines !== undefined && { outlines }) },
    choices: { tasks, ...(outside !== undefined && { outside }) },
  });
  if (!read.success) throw new ImportError(`Invalid import options:\n${z.prettifyError(read.error)}`);
  return read.data;
}

/** Imports a file, an archive or a folder into a workspace. The server may keep running. Returns the lines to print. */
export async function importFrom(
  input: ImportArguments,
  config: Config,
  findWorkspaceId: (db: Db, idOrName: string) => Promise<string>,
): Promise<string[]> {
  const { options, choices } = toImportOptions(input);
  const path = resolve(input.path);
  if (!existsSync(path)) throw new ImportError(`${path} does not exist.`);
  if (input.report && existsSync(input.report)) throw new ImportError(`${input.report} already exists. Choose another name.`);
  const files = await openFileStore(config);
  const { db, close } = await openForCommand(config);
  try {
    const deps = { db, files, config };
    const name = basename(path).slice(0, 255).padEnd(2, '_');
    const planned = await planLocally(deps, { workspaceId: await findWorkspaceId(db, input.workspace), name, path, options });
    const done = input.planOnly ? null : await runLocally(deps, planned, choices);
    if (input.report)
      await pipeline(Readable.from(generateReport(db, planned.id)), createWriteStream(input.report, { flags: 'wx' }));
    if (input.planOnly) await db.deleteFrom('data_import').where('id', '=', planned.id).execute();
    return [...formatPlan(planned), ...(done ? formatResult(done) : ['Nothing was changed.'])];
  } finally {
    await close();
  }
}

const formatNotes = (notes: readonly ImportNote[]) => notes.map(({ reason, count }) => `  ${count} x ${reason}`);

function formatPlan({ plan }: Import): string[] {
  if (!plan) return [];
  const { pictures, shapes, classes } = plan;
  return [
    `Format: ${plan.format}`,
    `Images: ${pictures.new} new, ${pictures.here} already in the workspace, ${pictures.unreadable} unreadable, ${pictures.missing} missing`,
    `Annotations: ${shapes.boxes} boxes, ${shapes.polygons} polygons, ${shapes.points} points, ${shapes.labels} labels; ${shapes.outside} extend beyond their image`,
    ...classes.map(({ of, name, count, label }) => `  ${of} ${name}: ${count}, ${label ? 'existing label' : 'new label'}`),
    ...formatNotes(plan.notes),
  ];
}

function formatResult({ result }: Import): string[] {
  if (!result) return [];
  const { pictures, shapes } = result;
  return [
    `Done: ${pictures.added} images added, ${pictures.here} already in the workspace, ${pictures.failed} failed`,
    `${shapes.boxes} boxes, ${shapes.polygons} polygons, ${shapes.points} points and ${shapes.labels} labels added; ${shapes.same} already existed`,
    ...formatNotes(result.notes),
  ];
}

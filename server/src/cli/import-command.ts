import { createWriteStream, existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ImportChoices, ImportFormat, ImportOutlines, type Import, type ImportNote } from '@console/shared-contract/api';
import { z } from 'zod';
import type { Config } from '../config';
import type { Db } from '../database/connection';
import { openForCommand } from '../database/open';
import { planHere, runHere } from '../exchange/imports/here';
import { reportOf } from '../exchange/imports/report';
import { openFiles } from '../files/open';

/** The import cannot be done as it was asked for. */
export class ImportError extends Error {
  override name = 'ImportError';
}

export interface ImportArguments {
  workspace: string;
  path: string;
  format?: string;
  outlines?: string;
  outside?: string;
  /** What gets labels without a task, of each domain. */
  task?: string;
  /** Where the CSV of what failed goes. */
  report?: string;
  planOnly: boolean;
}

const Options = z.object({ format: ImportFormat.optional(), outlines: ImportOutlines.default('polygons') });

/** Throws ImportError in words for the person who typed it. */
export function ordersFrom({ format, outlines, outside, task }: ImportArguments) {
  const tasks =
    task === undefined ? {} : { recognition: { name: task }, detection: { name: task }, segmentation: { name: task } };
  const read = z.object({ options: Options, choices: ImportChoices }).safeParse({
    options: { ...(format !== undefined && { format }), ...(outlines !== undefined && { outlines }) },
    choices: { tasks, ...(outside !== undefined && { outside }) },
  });
  if (!read.success) throw new ImportError(`This import cannot be done:\n${z.prettifyError(read.error)}`);
  return read.data;
}

/** Brings a file, an archive or a folder into a workspace, beside a server that goes on working. Answers the lines to print. */
export async function importFrom(
  given: ImportArguments,
  config: Config,
  workspaceIdOf: (db: Db, idOrName: string) => Promise<string>,
): Promise<string[]> {
  const { options, choices } = ordersFrom(given);
  const path = resolve(given.path);
  if (!existsSync(path)) throw new ImportError(`There is no ${path}.`);
  if (given.report && existsSync(given.report)) throw new ImportError(`There is ${given.report} already. Give another name.`);
  const files = await openFiles(config);
  const { db, close } = await openForCommand(config);
  try {
    const deps = { db, files, config };
    const name = basename(path).slice(0, 255).padEnd(2, '_');
    const planned = await planHere(deps, { workspaceId: await workspaceIdOf(db, given.workspace), name, path, options });
    const done = given.planOnly ? null : await runHere(deps, planned, choices);
    if (given.report) await pipeline(Readable.from(reportOf(db, planned.id)), createWriteStream(given.report, { flags: 'wx' }));
    if (given.planOnly) await db.deleteFrom('data_import').where('id', '=', planned.id).execute();
    return [...planLines(planned), ...(done ? resultLines(done) : ['Nothing was changed.'])];
  } finally {
    await close();
  }
}

const noteLines = (notes: readonly ImportNote[]) => notes.map(({ reason, count }) => `  ${count} x ${reason}`);

function planLines({ plan }: Import): string[] {
  if (!plan) return [];
  const { pictures, shapes, classes } = plan;
  return [
    `Format: ${plan.format}`,
    `Pictures: ${pictures.new} new, ${pictures.here} already here, ${pictures.unreadable} unreadable, ${pictures.missing} missing`,
    `Annotations: ${shapes.boxes} boxes, ${shapes.polygons} polygons, ${shapes.points} points, ${shapes.labels} labels; ${shapes.outside} leave their picture`,
    ...classes.map(
      ({ of, name, count, label }) => `  ${of} ${name}: ${count}, ${label ? 'a label that is there' : 'a new label'}`,
    ),
    ...noteLines(plan.notes),
  ];
}

function resultLines({ result }: Import): string[] {
  if (!result) return [];
  const { pictures, shapes } = result;
  return [
    `Done: ${pictures.added} pictures added, ${pictures.here} already here, ${pictures.failed} failed`,
    `${shapes.boxes} boxes, ${shapes.polygons} polygons, ${shapes.points} points and ${shapes.labels} labels added; ${shapes.same} were there already`,
    ...noteLines(result.notes),
  ];
}

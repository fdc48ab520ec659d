import { createWriteStream, existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ImportChoices, ImportFormat, ImportOutlines, type Import, type ImportNote } from '@console/shared-contract/api';
import { z } from 'zod';
import { SHAPE_KINDS } from '../../data-access/shape-kinds/registry';
import type { Config } from '../../platform/config';
import { openForCommand } from '../../platform/database/open';
import { planLocally, runLocally } from '../../exchange/imports/local-import';
import { generateReport } from '../../exchange/imports/report';
import { openFileStore } from '../../platform/files/open';
import { findWorkspaceId, UsageError, type OptionValues } from './command';

/**
 * Options of the command. `task` is the name of the task, in each domain, to which labels without a task are added. `report` is a file
 * for failures. `adopt-confirmations` marks job items as done if the files declare them as done. It creates no verifications, because a
 * verification needs a user.
 */
export const IMPORT_OPTIONS = {
  format: { type: 'string' },
  outlines: { type: 'string' },
  outside: { type: 'string' },
  task: { type: 'string' },
  report: { type: 'string' },
  'adopt-confirmations': { type: 'boolean' },
  plan: { type: 'boolean' },
} as const;
type ImportOptions = OptionValues<typeof IMPORT_OPTIONS>;

const ParsedOptions = z.object({
  options: z.object({ format: ImportFormat.optional(), outlines: ImportOutlines.default('polygons') }),
  choices: ImportChoices,
});

/** Converts the command-line options to import options and choices. Throws UsageError for invalid options. */
function parseOptions({ format, outlines, outside, task, 'adopt-confirmations': adopt_confirmations }: ImportOptions) {
  const tasks =
    task === undefined ? {} : { recognition: { name: task }, detection: { name: task }, segmentation: { name: task } };
  const parsedOptions = ParsedOptions.safeParse({
    options: { format, outlines },
    choices: { tasks, adopt_confirmations, ...(outside !== undefined && { outside }) },
  });
  if (!parsedOptions.success) throw new UsageError(`Invalid import options:\n${z.prettifyError(parsedOptions.error)}`);
  return parsedOptions.data;
}

/** Imports a file, an archive or a folder into a workspace. The server may keep running. */
export function importFrom(workspace: string, source: string, { report, plan: isPlanOnly, ...values }: ImportOptions) {
  const { options, choices } = parseOptions(values);
  const path = resolve(source);
  if (!existsSync(path)) throw new UsageError(`${path} does not exist.`);
  if (report && existsSync(report)) throw new UsageError(`${report} already exists. Choose another name.`);
  return async (config: Config): Promise<string[]> => {
    const files = await openFileStore(config);
    const { db, close } = await openForCommand(config);
    try {
      const deps = { db, files, config };
      const name = basename(path).slice(0, 255).padEnd(2, '_');
      const plannedImport = await planLocally(deps, { workspaceId: await findWorkspaceId(db, workspace), name, path, options });
      const finishedImport = isPlanOnly ? null : await runLocally(deps, plannedImport, choices);
      if (report) await pipeline(Readable.from(generateReport(db, plannedImport.id)), createWriteStream(report, { flags: 'wx' }));
      if (isPlanOnly) await db.deleteFrom('data_import').where('id', '=', plannedImport.id).execute();
      return [...formatPlan(plannedImport), ...(finishedImport ? formatResult(finishedImport) : ['Nothing was changed.'])];
    } finally {
      await close();
    }
  };
}

const formatNotes = (notes: readonly ImportNote[]) => notes.map(({ reason, count }) => `  ${count} x ${reason}`);

const COUNTED_KINDS = [...SHAPE_KINDS.map(({ imported }) => imported.plural), 'labels' as const];
type ShapeCounts = Partial<Record<(typeof COUNTED_KINDS)[number], number>>;

const formatShapes = (counts: ShapeCounts) => COUNTED_KINDS.map((name) => `${counts[name] ?? 0} ${name}`).join(', ');

function formatPlan({ plan }: Import): string[] {
  if (!plan) return [];
  const { pictures, shapes, classes, declared: declaredCounts } = plan;
  return [
    `Format: ${plan.format}`,
    `Images: ${pictures.new} new, ${pictures.here} already in the workspace, ${pictures.unreadable} unreadable, ${pictures.missing} missing`,
    `Annotations: ${formatShapes(shapes)}; ${shapes.outside} extend beyond their image`,
    ...(declaredCounts
      ? [
          `Declared: the files name users or dates for ${declaredCounts.images} images and ${declaredCounts.shapes} shapes, and declare ${declaredCounts.confirmations} images and groups as verified or done. This is stored as declared and counts as nobody's work.`,
        ]
      : []),
    ...classes.map(
      ({ of: domain, name, count, label }) => `  ${domain} ${name}: ${count}, ${label ? 'existing label' : 'new label'}`,
    ),
    ...formatNotes(plan.notes),
  ];
}

function formatResult({ result }: Import): string[] {
  if (!result) return [];
  const { pictures, shapes } = result;
  return [
    `Done: ${pictures.added} images added, ${pictures.here} already in the workspace, ${pictures.failed} failed`,
    `Annotations: ${formatShapes(shapes)} added; ${shapes.same} already existed`,
    ...formatNotes(result.notes),
  ];
}

import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ExportRequest } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { openForCommand } from '../../platform/database/open';
import { startExport } from '../../exchange/exports/export';
import { openFileStore } from '../../platform/files/open';
import { createUploadFolder } from '../../platform/files/upload-folder';
import { findVersion, type Version } from '../../exchange/datasets/read-version';
import { toWorkspaceImageFilter } from '../../domain/recognition/images/filter';
import { findWorkspaceId, UsageError, type OptionValues } from './command';

/** Options of the command. `split` is none, test, or percentages such as 80/10/10. `version` is the name or id of a dataset version. */
export const EXPORT_OPTIONS = {
  format: { type: 'string' },
  shapes: { type: 'string' },
  split: { type: 'string', default: 'none' },
  seed: { type: 'string', default: '1' },
  version: { type: 'string' },
  'no-pictures': { type: 'boolean', default: false },
  'only-verified': { type: 'boolean' },
} as const;
type ExportOptions = OptionValues<typeof EXPORT_OPTIONS>;

/** Converts options to an export request. Throws UsageError for invalid options. */
function toExportRequest({ format, shapes, split, seed, ...options }: ExportOptions): ExportRequest {
  const splitPercentages = /^(\d+)\/(\d+)\/(\d+)$/.exec(split)?.slice(1).map(Number);
  const request = ExportRequest.safeParse({
    format,
    ...(shapes === undefined ? {} : { shapes }),
    split: splitPercentages
      ? { by: 'shares', train: splitPercentages[0], val: splitPercentages[1], test: splitPercentages[2], seed: Number(seed) }
      : { by: split },
    pictures: !options['no-pictures'],
    only_verified: options['only-verified'],
  });
  if (!request.success) throw new UsageError(`Invalid export options:\n${z.prettifyError(request.error)}`);
  return request.data;
}

/** Exports a workspace to a new zip. The file receives its final name only when it is complete. */
export function exportTo(workspace: string, file: string, options: ExportOptions) {
  const request = toExportRequest(options);
  const path = resolve(file);
  const draftPath = `${path}.part`;
  if (existsSync(path) || existsSync(draftPath)) throw new UsageError(`${path} already exists. Choose another name.`);
  return async (config: Config): Promise<string[]> => {
    const files = await openFileStore(config);
    const { db, close } = await openForCommand(config);
    const folder = await createUploadFolder();
    try {
      const workspaceId = await findWorkspaceId(db, workspace);
      const filter = await toWorkspaceImageFilter(db, workspaceId, {});
      const version = options.version === undefined ? null : await findVersionByIdOrName(db, workspaceId, options.version);
      const { zip } = await startExport({ db, files }, { workspaceId, request, filter, version }, folder);
      await pipeline(zip, createWriteStream(draftPath, { flags: 'wx' }));
      await rename(draftPath, path);
      return [`Wrote ${path}. Its README.txt describes the contents.`];
    } finally {
      await rm(folder, { recursive: true, force: true });
      await rm(draftPath, { force: true });
      await close();
    }
  };
}

async function findVersionByIdOrName(db: Db, workspaceId: string, idOrName: string): Promise<Version> {
  const { rows } = await sql<{ id: string; name: string | null; created: Date }>`
    select id, name, created from dataset_version where workspace_id = ${workspaceId} and state = 'ready'
      and (id::text = ${idOrName} or name = ${idOrName}) order by created`.execute(db);
  const [versionRow] = rows;
  const version = versionRow && rows.length === 1 ? await findVersion(db, versionRow.id) : null;
  if (version) return version;
  if (!versionRow) throw new UsageError(`Dataset version ${idOrName} does not exist.`);
  const ids = rows.map(({ id, created }) => `${id} of ${created.toISOString()}`);
  throw new UsageError(`Several dataset versions have the name ${idOrName}. Use an id:\n${ids.join('\n')}`);
}

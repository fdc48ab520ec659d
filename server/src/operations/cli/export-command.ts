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
import { writeExport } from '../../exchange/exports/export';
import { openFileStore } from '../../platform/files/open';
import { createUploadFolder } from '../../platform/files/upload-folder';
import { findVersion, type Version } from '../../exchange/datasets/read-version';
import { toWorkspaceImageFilter } from '../../domain/recognition/images/filter';

/** Thrown if the requested export cannot be written. */
class ExportError extends Error {
  override name = 'ExportError';
}

export interface ExportArguments {
  workspace: string;
  file: string;
  format?: string;
  shapes?: string;
  /** none, test, or percentages such as 80/10/10. */
  split?: string;
  seed?: string;
  /** The name or id of a dataset version. */
  version?: string;
  withPictures: boolean;
  onlyVerified: boolean;
}

/** Converts arguments to an export request. Throws ExportError for invalid ones. */
function toExportRequest({
  format,
  shapes,
  split = 'none',
  seed = '1',
  withPictures,
  onlyVerified,
}: ExportArguments): ExportRequest {
  const shares = /^(\d+)\/(\d+)\/(\d+)$/.exec(split)?.slice(1).map(Number);
  const exportOptions = ExportRequest.safeParse({
    format,
    ...(shapes === undefined ? {} : { shapes }),
    split: shares ? { by: 'shares', train: shares[0], val: shares[1], test: shares[2], seed: Number(seed) } : { by: split },
    pictures: withPictures,
    only_verified: onlyVerified,
  });
  if (!exportOptions.success) throw new ExportError(`Invalid export options:\n${z.prettifyError(exportOptions.error)}`);
  return exportOptions.data;
}

/** Exports a workspace to a new zip. The file receives its final name only when it is complete. */
export async function exportTo(
  input: ExportArguments,
  config: Config,
  findWorkspaceId: (db: Db, idOrName: string) => Promise<string>,
): Promise<string[]> {
  const exportOptions = toExportRequest(input);
  const path = resolve(input.file);
  const draft = `${path}.part`;
  if (existsSync(path) || existsSync(draft)) throw new ExportError(`${path} already exists. Choose another name.`);
  const files = await openFileStore(config);
  const { db, close } = await openForCommand(config);
  const folder = await createUploadFolder();
  try {
    const workspaceId = await findWorkspaceId(db, input.workspace);
    const filter = await toWorkspaceImageFilter(db, workspaceId, {});
    const version = input.version === undefined ? null : await findVersionByIdOrName(db, workspaceId, input.version);
    await pipeline(
      await writeExport({ db, files }, { workspaceId, request: exportOptions, filter, version }, folder),
      createWriteStream(draft, { flags: 'wx' }),
    );
    await rename(draft, path);
    return [`Wrote ${path}. Its README.txt describes the contents.`];
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(draft, { force: true });
    await close();
  }
}

async function findVersionByIdOrName(db: Db, workspaceId: string, idOrName: string): Promise<Version> {
  const { rows } = await sql<{ id: string; name: string | null; created: Date }>`
    select id, name, created from dataset_version where workspace_id = ${workspaceId} and state = 'ready'
      and (id::text = ${idOrName} or name = ${idOrName}) order by created`.execute(db);
  const [found] = rows;
  const version = found && rows.length === 1 ? await findVersion(db, found.id) : null;
  if (version) return version;
  if (!found) throw new ExportError(`Dataset version ${idOrName} does not exist.`);
  const ids = rows.map(({ id, created }) => `${id} of ${created.toISOString()}`);
  throw new ExportError(`Several dataset versions have the name ${idOrName}. Use an id:\n${ids.join('\n')}`);
}

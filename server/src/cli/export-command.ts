import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ExportOrder } from '@console/shared-contract/api';
import { z } from 'zod';
import type { Config } from '../config';
import type { Db } from '../database/connection';
import { openForCommand } from '../database/open';
import { writeExport } from '../exchange/export';
import { openFiles } from '../files/open';
import { makeUploadFolder } from '../files/upload-folder';
import { filterIn } from '../recognition/images/filter';

/** The export cannot be written as it was asked for. */
export class ExportError extends Error {
  override name = 'ExportError';
}

export interface ExportArguments {
  workspace: string;
  file: string;
  format?: string;
  shapes?: string;
  /** none, test, or shares as 80/10/10. */
  split?: string;
  seed?: string;
  withPictures: boolean;
  onlyVerified: boolean;
}

/** Throws ExportError in words for the person who typed it. */
export function orderFrom({
  format,
  shapes,
  split = 'none',
  seed = '1',
  withPictures,
  onlyVerified,
}: ExportArguments): ExportOrder {
  const shares = /^(\d+)\/(\d+)\/(\d+)$/.exec(split)?.slice(1).map(Number);
  const order = ExportOrder.safeParse({
    format,
    ...(shapes === undefined ? {} : { shapes }),
    split: shares ? { by: 'shares', train: shares[0], val: shares[1], test: shares[2], seed: Number(seed) } : { by: split },
    pictures: withPictures,
    only_verified: onlyVerified,
  });
  if (!order.success) throw new ExportError(`This export cannot be made:\n${z.prettifyError(order.error)}`);
  return order.data;
}

/** Writes an export of a whole workspace into a new zip, which has its name only when it is whole. */
export async function exportTo(
  given: ExportArguments,
  config: Config,
  workspaceIdOf: (db: Db, idOrName: string) => Promise<string>,
): Promise<string[]> {
  const order = orderFrom(given);
  const path = resolve(given.file);
  const draft = `${path}.part`;
  if (existsSync(path) || existsSync(draft)) throw new ExportError(`There is ${path} already. Give another name.`);
  const files = await openFiles(config);
  const { db, close } = await openForCommand(config);
  const folder = await makeUploadFolder();
  try {
    const workspaceId = await workspaceIdOf(db, given.workspace);
    const filter = await filterIn(db, workspaceId, {});
    await pipeline(
      await writeExport({ db, files }, { workspaceId, order, filter }, folder),
      createWriteStream(draft, { flags: 'wx' }),
    );
    await rename(draft, path);
    return [`${path} has been written. Its README.txt says what is in it.`];
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(draft, { force: true });
    await close();
  }
}

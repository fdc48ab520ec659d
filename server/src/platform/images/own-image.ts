import { sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '../access/caller';
import type { Config } from '../config';
import type { Db } from '../database/connection';
import { parseFileKey } from '../files/file-key';
import type { FileUrlSigner } from '../files/signed-url';
import type { FileStore } from '../files/store';
import { getCropKey, findObjectByToken } from './crops';

interface OwnImageDeps {
  db: Db;
  files: FileStore;
  fileUrlSigner: FileUrlSigner;
  config: Pick<Config, 'maxPixels' | 'uploadMaxBytes'>;
}

/** Reads the image with a URL of this server. Null if the URL is of another server, or the caller may not see the image. */
export type OwnImageReader = (url: string) => Promise<Buffer | null>;

const Token = z.uuid();

/**
 * Creates a reader for images with URLs of this server, under any host name and scheme. A caller with a valid URL may read the
 * image. An unsigned or expired URL works for members of the image's workspace, so that URLs in stored rows remain usable.
 */
export function createOwnImageReader(deps: OwnImageDeps, caller: Pick<Caller, 'workspaces'>): OwnImageReader {
  const workspaceIds = caller.workspaces.map(({ id }) => id);
  return async (link) => {
    const fileUrl = parseFileUrl(link);
    if (!fileUrl) return null;
    const hasValidSignature = deps.fileUrlSigner.verify(fileUrl.name, fileUrl.signature) === 'valid';
    if (!hasValidSignature && !(await isInWorkspaces(deps.db, fileUrl.name, workspaceIds))) return null;
    const key = fileUrl.token ? await getCropKey(deps, fileUrl.token) : fileUrl.name;
    const file = key && (await deps.files.stat(key));
    const isImage = file && file.contentType.startsWith('image/') && file.size <= deps.config.uploadMaxBytes;
    return isImage ? deps.files.read(key) : null;
  };
}

function parseFileUrl(link: string) {
  const url = URL.canParse(link) ? new URL(link) : null;
  const name = /^https?:$/.test(url?.protocol ?? '') && /^\/api\/files\/(objects\/[^/]+|[^/]+)$/.exec(url?.pathname ?? '')?.[1];
  if (!url || !name) return null;
  const signature = { until: url.searchParams.get('until') ?? undefined, sig: url.searchParams.get('sig') ?? undefined };
  const token = name.startsWith('objects/') ? Token.safeParse(name.slice('objects/'.length)).data : undefined;
  return token || parseFileKey(name) ? { name, token, signature } : null;
}

async function isInWorkspaces(db: Db, name: string, workspaceIds: readonly string[]): Promise<boolean> {
  if (name.startsWith('objects/')) {
    const object = await findObjectByToken(db, name.slice('objects/'.length));
    return object !== undefined && workspaceIds.includes(object.workspace_id);
  }
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from training_image where (img_key = ${name} or display_key = ${name}) and workspace_id = any(${workspaceIds}::uuid[])
    ) or exists (
      select from product_image where (img_key = ${name} or display_key = ${name}) and workspace_id = any(${workspaceIds}::uuid[])
    ) as is`.execute(db);
  return rows[0]?.is ?? false;
}

import type { Config } from '../../../config';
import type { WorkContext } from '../../../work/kind';
import { mustUnpack } from '../discover/discover-files';
import { isBucket } from '../discover/import-places';
import type { ImportDeps } from '../state/import-deps';
import { copyUploadedFiles } from '../upload/local-copies';
import type { ParseRequest } from './parse-files';
import { parseInProcess, computeTimeLimit } from './reader-process';

/**
 * Brings to this server's disk what the pictures of a plan are read from, where another server made the plan: copies of sent files, and what
 * the reader process unpacks from archives.
 */
export async function prepareLocalFiles(
  { config, files }: ImportDeps,
  { db, signal }: WorkContext,
  { id, source }: Pick<ParseRequest, 'id' | 'source'>,
): Promise<void> {
  const sent = source ? [] : await copyUploadedFiles({ db, config, files }, id, signal);
  if (!mustUnpack(config, { id, source, sent })) return;
  const order = { id, source, sent, options: { outlines: 'polygons' as const }, isFindOnly: true };
  const noRows = () => Promise.resolve();
  await parseInProcess(
    { ...order, config: toReaderConfig(config, source) },
    { begin: noRows, shapes: noRows, named: noRows, items: noRows },
    { signal, limitMs: computeTimeLimit({ source, sent }) },
  );
}

/** The settings that the reader process gets: those of S3 only where it reads from a bucket. */
export function toReaderConfig({ dataDir, importPlaces, uploadMaxBytes, s3 }: Config, source: ParseRequest['source']): ParseRequest['config'] {
  return { dataDir, importPlaces, uploadMaxBytes, s3: source && isBucket(source.place) ? s3 : null };
}

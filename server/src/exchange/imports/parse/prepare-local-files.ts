import type { Config } from '../../../platform/config';
import type { WorkContext } from '../../../platform/queue/kind';
import { shouldUnpack } from '../discover/discover-files';
import { isBucketLocation } from '../discover/import-places';
import type { ImportDeps } from '../state/import-deps';
import { copyUploadedFiles } from '../upload/local-copies';
import type { ParseRequest } from './parse-files';
import { parseInProcess, computeTimeLimit } from './reader-process';

/**
 * Prepares the local disk for reading the images of a plan that another server created: copies the uploaded files, and unpacks archives in
 * the reader process.
 */
export async function prepareLocalFiles(
  { config, files }: ImportDeps,
  { db, signal }: WorkContext,
  { id, source }: Pick<ParseRequest, 'id' | 'source'>,
): Promise<void> {
  const uploadedFiles = source ? [] : await copyUploadedFiles({ db, config, files }, id, signal);
  if (!shouldUnpack(config, { id, source, sentFiles: uploadedFiles })) return;
  const request = { id, source, sentFiles: uploadedFiles, options: { outlines: 'polygons' as const }, isDiscoverOnly: true };
  const ignoreParsedRows = () => Promise.resolve();
  await parseInProcess(
    { ...request, config: toReaderConfig(config, source) },
    { reset: ignoreParsedRows, shapes: ignoreParsedRows, entities: ignoreParsedRows, items: ignoreParsedRows },
    { signal, limitMs: computeTimeLimit({ source, sentFiles: uploadedFiles }) },
  );
}

/** The settings of the reader process. It gets the S3 keys only if it reads from a bucket. */
export function toReaderConfig(
  { dataDir, importPlaces, uploadMaxBytes, maxPixels, s3 }: Config,
  source: ParseRequest['source'],
): ParseRequest['config'] {
  return { dataDir, importPlaces, uploadMaxBytes, maxPixels, s3: source && isBucketLocation(source.place) ? s3 : null };
}

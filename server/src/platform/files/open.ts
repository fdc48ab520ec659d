import { ConfigError, type Config } from '../config';
import { createDiskStore, getFilesFolder } from './disk-store';
import { FileStoreError } from './s3/s3-client';
import type { S3Settings } from '../config/s3';
import { createS3Store, checkBucketAccess } from './s3-store';
import type { FileStore } from './store';

/** Opens the configured bucket, or the files folder of the data folder. Throws ConfigError if the bucket cannot be used. */
export async function openFileStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<FileStore> {
  if (!s3) return createDiskStore(getFilesFolder(dataDir));
  const store = createS3Store(s3);
  await checkBucketAccess(store).catch((error: unknown) => {
    if (error instanceof FileStoreError) throw new ConfigError(formatReason(s3, error), { cause: error });
    throw error;
  });
  return store;
}

function formatReason({ endpoint, bucket, region }: S3Settings, { responseStatus, code, message }: FileStoreError): string {
  if (responseStatus === null) return `S3_ENDPOINT: ${endpoint} cannot be reached (${message})`;
  if (responseStatus === 404) return `S3_BUCKET: there is no bucket ${bucket} at ${endpoint}`;
  if (responseStatus === 401 || responseStatus === 403) {
    return (
      `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: ${endpoint} rejects them for the bucket ${bucket} (${code ?? responseStatus}). ` +
      'They must be correct and allow putting, getting and deleting objects and listing the bucket. Without listing, a missing file cannot be recognized'
    );
  }
  if (responseStatus < 500)
    return `S3_REGION, S3_BUCKET: ${endpoint} rejects requests for ${bucket} in ${region} (${code ?? responseStatus})`;
  return `S3_ENDPOINT: ${endpoint} fails (${code ?? responseStatus})`;
}

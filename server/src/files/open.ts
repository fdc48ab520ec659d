import { ConfigError, type Config } from '../config';
import { createDiskStore, getFilesFolder } from './disk-store';
import { FileStoreError } from './s3-client';
import type { S3Settings } from '../config/s3';
import { createS3Store, checkBucketAccess } from './s3-store';
import type { FileStore } from './store';

/** The bucket where one is set, else a folder beside the database. Throws ConfigError when the bucket cannot be used. */
export async function openFileStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<FileStore> {
  if (!s3) return createDiskStore(getFilesFolder(dataDir));
  const store = createS3Store(s3);
  await checkBucketAccess(store).catch((error: unknown) => {
    if (error instanceof FileStoreError) throw new ConfigError(reasonFor(s3, error), { cause: error });
    throw error;
  });
  return store;
}

function reasonFor({ endpoint, bucket, region }: S3Settings, { answered, code, message }: FileStoreError): string {
  if (answered === null) return `S3_ENDPOINT: ${endpoint} cannot be reached (${message})`;
  if (answered === 404) return `S3_BUCKET: there is no bucket ${bucket} at ${endpoint}`;
  if (answered === 401 || answered === 403) {
    return (
      `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: ${endpoint} refuses them for the bucket ${bucket} (${code ?? answered}). ` +
      'They must be right, and allow objects to be put, got and deleted and the bucket to be listed, without which a missing file cannot be told'
    );
  }
  if (answered < 500)
    return `S3_REGION, S3_BUCKET: ${endpoint} does not take requests for ${bucket} in ${region} (${code ?? answered})`;
  return `S3_ENDPOINT: ${endpoint} fails (${code ?? answered})`;
}

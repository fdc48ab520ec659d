import { z } from 'zod';
import { baseUrl, ConfigError, flag } from './fields';

/** A bucket of an S3-compatible server with the credentials for it. */
export interface S3Settings {
  /** URL of the server without the bucket and without a final slash. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether URLs contain the bucket in the path instead of the host name. */
  pathStyle: boolean;
}

/** The form of bucket names that all S3 servers accept. */
export const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

export const s3Fields = {
  S3_ENDPOINT: baseUrl.optional(),
  S3_BUCKET: z.string().regex(BUCKET, 'is not a valid bucket name').optional(),
  S3_REGION: z.string().trim().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: flag(true),
};
export type S3Environment = z.output<z.ZodObject<typeof s3Fields>>;

/** Returns the S3 settings, or null if none are set. Throws ConfigError if only some are set; `purpose` says what they are for. */
export function getS3Settings(env: S3Environment, purpose: string): S3Settings | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (endpoint && bucket && accessKeyId && secretAccessKey) {
    return { endpoint, bucket, accessKeyId, secretAccessKey, region: env.S3_REGION, pathStyle: env.S3_PATH_STYLE };
  }
  const settings = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const missingNames = Object.entries(settings)
    .filter(([, value]) => !value)
    .map(([name]) => name);
  if (missingNames.length === Object.keys(settings).length) return null;
  throw new ConfigError(missingNames.map((name) => `${name}: is needed for ${purpose} in a bucket`).join('\n'));
}

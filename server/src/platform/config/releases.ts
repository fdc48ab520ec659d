import { z } from 'zod';
import { baseUrl, ConfigError, flag, readSettings } from './fields';
import { BUCKET, type S3Environment, s3Fields, getS3Settings, type S3Settings } from './s3';

/** A folder of a bucket. */
export interface BucketLocation {
  settings: S3Settings;
  /** Prefix of every key: empty, or with a final slash. */
  prefix: string;
  /** Whether the bucket has no conditional writes, so that only one process may change the registry (the list of releases). */
  oneWriter: boolean;
}

export const releaseFields = {
  /** Bucket and folder, such as `s3://bucket/folder`. Default: the build folder. */
  RELEASES: z
    .string()
    .regex(/^s3:\/\//, 'must be like s3://bucket/folder')
    .optional(),
  RELEASES_ONE_WRITER: flag(false),
  RELEASES_URL: baseUrl.optional(),
  DEPLOY_TOKEN: z
    .string()
    .min(24, 'must have at least 24 characters, or anyone could guess it and change the console')
    .optional(),
};
type ReleaseEnvironment = z.output<z.ZodObject<typeof releaseFields>>;

/** Returns the bucket in which releases are stored. Null: they are in the build folder. Throws ConfigError. */
export function getReleaseLocation(env: ReleaseEnvironment & S3Environment): BucketLocation | null {
  const { RELEASES: releases, RELEASES_ONE_WRITER: oneWriter } = env;
  if (!releases) return null;
  const [, bucket = '', folder = ''] = /^s3:\/\/([^/]*)\/?(.*)$/.exec(releases) ?? [];
  if (!BUCKET.test(bucket) || !/^([\w.-]+\/?)*$/.test(folder) || folder.split('/').includes('..')) {
    throw new ConfigError('RELEASES: must be like s3://bucket/folder');
  }
  const settings = getS3Settings({ ...env, S3_BUCKET: bucket }, 'releases');
  return settings && { settings, prefix: folder === '' ? '' : `${folder.replace(/\/+$/, '')}/`, oneWriter };
}

/** Reads the location of releases from the environment, for commands. Throws ConfigError. */
export function readReleaseLocation(environment: NodeJS.ProcessEnv): BucketLocation | null {
  return getReleaseLocation(readSettings(z.object({ ...releaseFields, ...s3Fields }), environment));
}

import { resolve } from 'node:path';
import { z } from 'zod';
import { base, ConfigError, flag, link, list, readSettings, whole } from './fields';
import { isLoopback } from './names';
import { trustedProxies, TRUST_PROXY, type TrustProxy } from './proxies';
import { placeFrom, type BucketPlace, releaseFields } from './releases';
import { s3Fields, s3From, type S3Settings } from './s3';

export { ConfigError };

/** In so many words, as whoever sets it should have to read it. */
export const DEMO_ON_NETWORK = 'yes, anyone who reaches this port may sign in with the published passwords';

const Environment = z.object({
  PORT: whole(8080, 0, 65_535),
  HOST: z.string().trim().min(1).optional(),
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATABASE_POOL: whole(20, 5, 1000),
  ...s3Fields,
  ...releaseFields,
  BUILD_DIR: z.string().min(1).default('./build'),
  API_ONLY: flag(false),
  DEMO: flag(true),
  ALLOW_DEMO_ACCOUNTS_ON_NETWORK: z.string().optional(),
  NODE_ENV: z.string().default('production'),
  PUBLIC_URL: base.optional(),
  TRUST_PROXY,
  CORS_ORIGINS: list,
  JWT_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine((secret) => new Set(secret).size >= 10, 'is too simple')
    .optional(),
  ACCESS_TTL_SECONDS: whole(900, 5, 86_400),
  REFRESH_TTL_DAYS: whole(30, 1, 365),
  UPLOAD_MAX_MB: whole(40, 1, 500),
  UPLOAD_MAX_MEGAPIXELS: whole(120, 1, 1000),
  ALLOW_UPLOAD_BY_URL: list,
  IMPORT_PLACES: list,
  SIGNED_PICTURES: flag(false),
  AUDIT_DAYS: whole(730, 0, 36_500),
  METRICS_TOKEN: z.string().min(24, 'must have at least 24 characters').optional(),
  MODEL_SERVER_URL: base.optional(),
  MODEL_SERVER_TOKEN: z.string().optional(),
  MODEL_SERVER_TIMEOUT_SECONDS: whole(60, 1, 600),
  BUILT_IN_MODELS: flag(true),
  DOCS_URL: link.optional(),
  PROVIDER_URL: link.optional(),
  ALLOW_OVERRIDES: flag(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
});

/** The names of all environment variables that the server reads. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

/** The server outside that trains models and asks them. */
export interface ModelServer {
  /** No slash at the end. */
  url: string;
  token: string | null;
  timeoutMs: number;
}

export interface Config {
  port: number;
  /** Addresses to listen on. */
  hosts: string[];
  dataDir: string;
  databaseUrl: string | null;
  /** Most connections of the requests and the work to the database; the queue has a few of its own. */
  databasePool: number;
  /** Where files lie; null: in the data folder. */
  s3: S3Settings | null;
  /** Folder of the built host and remotes. */
  buildDir: string;
  /** Where releases of remotes and their registry lie; null: in the build folder. */
  releases: BucketPlace | null;
  /** Where browsers fetch them from, when that is not this server. No slash at the end. */
  releasesUrl: string | null;
  /** Null: nothing can be deployed over HTTP. */
  deployToken: string | null;
  apiOnly: boolean;
  /** Whether a first start makes the demo workspaces and accounts. */
  demo: boolean;
  demoOnNetwork: boolean;
  environment: string;
  /** The address people use, where it cannot be told from the request. No slash at the end. */
  publicUrl: string | null;
  /** As Fastify's option: whose X-Forwarded headers are believed. */
  trustProxy: TrustProxy;
  corsOrigins: string[];
  /** Null: one is generated and kept in the database. */
  jwtSecret: string | null;
  accessTtlSeconds: number;
  refreshTtlDays: number;
  uploadMaxBytes: number;
  /** Bytes of a JSON body that carries pictures in base64. */
  uploadBodyLimit: number;
  maxPixels: number;
  /** What imports may read: folders of this server, and prefixes (`s3://bucket/prefix`) of the S3 server of the settings. */
  importPlaces: string[];
  /** Host names that a picture may be fetched from; empty: none. */
  uploadHosts: string[];
  /** Whether addresses of pictures carry a signature and end after a day. */
  signedPictures: boolean;
  /** How long entries of the log are kept; 0: for good. */
  auditDays: number;
  /** Of Prometheus; null: there are no figures. */
  metricsToken: string | null;
  /** Null: nothing trains here. */
  modelServer: ModelServer | null;
  /** Whether models are trained and asked on this machine; never beside a model server. */
  builtInModels: boolean;
  /** Whether this machine tells what pictures look like, so that similar ones are found; also beside a model server. */
  findSimilar: boolean;
  docsUrl: string | null;
  providerUrl: string | null;
  /** Whether a browser may replace a remote by one from elsewhere. */
  allowOverrides: boolean;
  /** Answers are checked against the contract; for tests. */
  checkAnswers: boolean;
  logLevel: string;
}

/** Reads the configuration from environment variables and arguments. Throws ConfigError. */
export function readConfig(environment: NodeJS.ProcessEnv, args: readonly string[] = []): Config {
  const env = readSettings(Environment, environment);
  return {
    port: env.PORT,
    hosts: env.HOST ? [env.HOST] : ['127.0.0.1', '::1'],
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    s3: filesPlaceFrom(env),
    releases: placeFrom(env),
    releasesUrl: env.RELEASES_URL ?? null,
    deployToken: env.DEPLOY_TOKEN ?? null,
    buildDir: resolve(env.BUILD_DIR),
    apiOnly: env.API_ONLY || args.includes('--api-only'),
    demo: env.DEMO,
    demoOnNetwork: env.ALLOW_DEMO_ACCOUNTS_ON_NETWORK === DEMO_ON_NETWORK,
    environment: env.NODE_ENV,
    publicUrl: env.PUBLIC_URL ?? null,
    trustProxy: trustedProxies(env.TRUST_PROXY),
    corsOrigins: env.CORS_ORIGINS,
    jwtSecret: env.JWT_SECRET ?? null,
    accessTtlSeconds: env.ACCESS_TTL_SECONDS,
    refreshTtlDays: env.REFRESH_TTL_DAYS,
    uploadMaxBytes: env.UPLOAD_MAX_MB * 1_000_000,
    uploadBodyLimit: Math.ceil((env.UPLOAD_MAX_MB * 1_000_000 * 4) / 3) + 1_000_000,
    maxPixels: env.UPLOAD_MAX_MEGAPIXELS * 1_000_000,
    uploadHosts: env.ALLOW_UPLOAD_BY_URL.filter((host) => host !== 'off'),
    importPlaces: env.IMPORT_PLACES,
    signedPictures: env.SIGNED_PICTURES,
    auditDays: env.AUDIT_DAYS,
    metricsToken: env.METRICS_TOKEN ?? null,
    modelServer: env.MODEL_SERVER_URL
      ? { url: env.MODEL_SERVER_URL, token: env.MODEL_SERVER_TOKEN ?? null, timeoutMs: env.MODEL_SERVER_TIMEOUT_SECONDS * 1000 }
      : null,
    builtInModels: env.BUILT_IN_MODELS && !env.MODEL_SERVER_URL,
    findSimilar: env.BUILT_IN_MODELS,
    docsUrl: env.DOCS_URL ?? null,
    providerUrl: env.PROVIDER_URL ?? null,
    allowOverrides: env.ALLOW_OVERRIDES,
    checkAnswers: env.NODE_ENV === 'test',
    logLevel: env.LOG_LEVEL,
  };
}

/** The connection may be there for the releases alone. */
function filesPlaceFrom(env: z.output<typeof Environment>): S3Settings | null {
  return env.RELEASES && !env.S3_BUCKET ? null : s3From(env, 'files');
}

/** Refuses to show accounts with published passwords to a network. Throws ConfigError. */
export function refuseDemoOnNetwork(config: Pick<Config, 'hosts' | 'demoOnNetwork'>): void {
  const open = config.hosts.filter((host) => !isLoopback(host));
  if (open.length === 0 || config.demoOnNetwork) return;
  throw new ConfigError(
    `HOST: ${open.join(', ')} is not this machine alone, and the demo accounts with their published passwords are in place.\n` +
      'Start on an empty data folder with DEMO=off, or delete the accounts (npm run admin -- remove-demo-accounts), or say so in these words:\n' +
      `ALLOW_DEMO_ACCOUNTS_ON_NETWORK='${DEMO_ON_NETWORK}'`,
  );
}

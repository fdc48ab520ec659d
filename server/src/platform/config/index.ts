import { resolve } from 'node:path';
import { SERVICE_SLUGS } from '@console/shared-contract/api';
import { z } from 'zod';
import { baseUrl, ConfigError, flag, httpUrl, commaSeparatedList, readSettings, integer } from './fields';
import { getInteractiveModelSettings, interactiveModelFields } from './interactive-model';
import { getMailSettings, mailFields } from './mail';
import { isLoopback } from './names';
import { checkPasswordSignIn, getOidcSettings, oidcFields } from './oidc';
import { parseTrustProxy, TRUST_PROXY } from './proxies';
import { getReleaseLocation, releaseFields } from './releases';
import { s3Fields, getS3Settings, type S3Settings } from './s3';
import { getTraceSettings, traceFields } from './traces';

export { ConfigError };
export type { GroupMapping, OidcSettings } from './oidc';

/** The required value of ALLOW_DEMO_ACCOUNTS_ON_NETWORK. It is a sentence, so that the operator reads the risk. */
export const DEMO_CONFIRMATION = 'yes, anyone who reaches this port may sign in with the published passwords';

/** Default of DRAIN_SECONDS for servers behind a load balancer. Load balancers usually probe a server twice in this time. */
const SHARED_DRAIN_SECONDS = 3;

const Environment = z.object({
  PORT: integer(8080, 0, 65_535),
  HOST: z.string().trim().min(1).optional(),
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
  DATABASE_POOL: integer(20, 5, 1000),
  DRAIN_SECONDS: z.coerce.number({ error: 'must be a number' }).int('must be a whole number').min(0).max(300).optional(),
  ...s3Fields,
  ...releaseFields,
  BUILD_DIR: z.string().min(1).default('./build'),
  API_ONLY: flag(false),
  DEMO: flag(true),
  ALLOW_DEMO_ACCOUNTS_ON_NETWORK: z.string().optional(),
  NODE_ENV: z.string().default('production'),
  PUBLIC_URL: baseUrl.optional(),
  ...mailFields,
  ...oidcFields,
  TRUST_PROXY,
  CORS_ORIGINS: commaSeparatedList,
  JWT_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine((secret) => new Set(secret).size >= 10, 'is too simple')
    .optional(),
  ACCESS_TTL_SECONDS: integer(900, 5, 86_400),
  REFRESH_TTL_DAYS: integer(30, 1, 365),
  UPLOAD_MAX_MB: integer(40, 1, 500),
  UPLOAD_MAX_MEGAPIXELS: integer(120, 1, 1000),
  ALLOW_UPLOAD_BY_URL: commaSeparatedList,
  WEBHOOK_PRIVATE_HOSTS: commaSeparatedList,
  IMPORT_PLACES: commaSeparatedList,
  SIGNED_PICTURES: flag(false),
  CREATE_WORKSPACES: flag(true),
  WORKSPACE_SERVICES: commaSeparatedList.pipe(z.array(z.enum(SERVICE_SLUGS))),
  AUDIT_DAYS: integer(730, 0, 36_500),
  HISTORY_DAYS: integer(400, 0, 36_500),
  METRICS_TOKEN: z.string().min(24, 'must have at least 24 characters').optional(),
  MODEL_SERVER_URL: baseUrl.optional(),
  MODEL_SERVER_TOKEN: z.string().optional(),
  MODEL_SERVER_TIMEOUT_SECONDS: integer(60, 1, 600),
  BUILT_IN_MODELS: flag(true),
  ...interactiveModelFields,
  MODELS_DIR: z.string().min(1).optional(),
  DOCS_URL: httpUrl.optional(),
  PROVIDER_URL: httpUrl.optional(),
  ALLOW_OVERRIDES: flag(false),
  ...traceFields,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
});

/** The names of all environment variables that the server reads. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

/** The external server that trains models and computes predictions. */
export interface ModelServer {
  /** Without a final slash. */
  url: string;
  token: string | null;
  timeoutMs: number;
}

/** The configuration of the server. */
export type Config = ReturnType<typeof readConfig>;

/** Reads the configuration from environment variables and arguments. Throws ConfigError. */
export function readConfig(environment: NodeJS.ProcessEnv, args: readonly string[] = []) {
  const env = readSettings(Environment, environment);
  checkPasswordSignIn(env);
  return {
    port: env.PORT,
    /** Addresses on which the server listens. */
    hosts: env.HOST ? [env.HOST] : ['127.0.0.1', '::1'],
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    /** Maximum number of database connections for requests and background work. The job queue uses a few additional connections. */
    databasePool: env.DATABASE_POOL,
    /** Time between SIGTERM and the closing of the port, in which load balancers notice that the server is stopping. */
    drainMs: 1000 * (env.DRAIN_SECONDS ?? (env.DATABASE_URL && env.S3_BUCKET ? SHARED_DRAIN_SECONDS : 0)),
    /** The bucket for files. Null for the data folder. */
    s3: getFileBucket(env),
    /** The bucket for the registry and releases of remotes (micro-frontends). Null for the build folder. */
    releases: getReleaseLocation(env),
    /** URL from which browsers fetch releases, without a final slash. Null for this server. */
    releasesUrl: env.RELEASES_URL ?? null,
    /** If null, nothing can be deployed over HTTP. */
    deployToken: env.DEPLOY_TOKEN ?? null,
    /** Folder of the built host and remotes. */
    buildDir: resolve(env.BUILD_DIR),
    apiOnly: env.API_ONLY || args.includes('--api-only'),
    /** Whether the first start creates the demo workspaces and accounts. */
    demo: env.DEMO,
    demoOnNetwork: env.ALLOW_DEMO_ACCOUNTS_ON_NETWORK === DEMO_CONFIRMATION,
    environment: env.NODE_ENV,
    /** The URL that users open, without a final slash. If null, links use the Host header of the request. */
    publicUrl: env.PUBLIC_URL ?? null,
    /** The SMTP server. Null if the server sends no emails. */
    mail: getMailSettings(env),
    /** The identity provider at which users sign in by OpenID Connect. Null for none. */
    oidc: getOidcSettings(env),
    /** Whether users sign in with passwords. If false, only the emergency account does. */
    passwordSignIn: env.PASSWORD_SIGN_IN,
    /** Email of the account that can always sign in with a password, in lower case. */
    emergencyAccount: env.EMERGENCY_ACCOUNT ?? null,
    /** Fastify's option: the proxies whose X-Forwarded headers are trusted. */
    trustProxy: parseTrustProxy(env.TRUST_PROXY),
    corsOrigins: env.CORS_ORIGINS,
    /** If null, a secret is generated and stored in the database. */
    jwtSecret: env.JWT_SECRET ?? null,
    accessTtlSeconds: env.ACCESS_TTL_SECONDS,
    refreshTtlDays: env.REFRESH_TTL_DAYS,
    uploadMaxBytes: env.UPLOAD_MAX_MB * 1_000_000,
    /** Maximum bytes of a JSON body that contains images in base64. */
    uploadBodyLimit: Math.ceil((env.UPLOAD_MAX_MB * 1_000_000 * 4) / 3) + 1_000_000,
    maxPixels: env.UPLOAD_MAX_MEGAPIXELS * 1_000_000,
    /** Host names from which images may be fetched by URL. Empty for none. */
    uploadHosts: env.ALLOW_UPLOAD_BY_URL.filter((host) => host !== 'off'),
    /** Hosts (`name` or `name:port`) that webhooks may use although their addresses are private, and without encryption. */
    webhookHosts: env.WEBHOOK_PRIVATE_HOSTS,
    /** Locations that imports may read: folders of this machine, and prefixes (`s3://bucket/prefix`) of the configured S3 server. */
    importPlaces: env.IMPORT_PLACES,
    /** Limits of undo. Tests lower them. */
    undo: { maxDirectEntries: 20_000, batchSize: 2_000 },
    /** Whether URLs of images are signed and expire after a day. */
    signsImageUrls: env.SIGNED_PICTURES,
    /** Whether users may create workspaces. */
    createWorkspaces: env.CREATE_WORKSPACES,
    /** The services that owners may give to their workspaces. */
    workspaceServices: SERVICE_SLUGS.filter((slug) =>
      env.WORKSPACE_SERVICES.length > 0 ? env.WORKSPACE_SERVICES.includes(slug) : slug !== 'custom-recognition',
    ),
    /** Days after which audit log entries are deleted. 0 for never. */
    auditDays: env.AUDIT_DAYS,
    /** Days after which entries of the change log are deleted. 0 for never. */
    historyDays: env.HISTORY_DAYS,
    /** Bearer token for /metrics. If null, there are no metrics. */
    metricsToken: env.METRICS_TOKEN ?? null,
    /** The external model server, if any. */
    modelServer: env.MODEL_SERVER_URL
      ? { url: env.MODEL_SERVER_URL, token: env.MODEL_SERVER_TOKEN ?? null, timeoutMs: env.MODEL_SERVER_TIMEOUT_SECONDS * 1000 }
      : null,
    /** Whether this machine trains and runs models. Never true together with a model server. */
    builtInModels: env.BUILT_IN_MODELS && !env.MODEL_SERVER_URL,
    /** Whether this machine computes embeddings for similarity search. Also possible with a model server. */
    findSimilar: env.BUILT_IN_MODELS,
    /** The interactive segmentation model that annotators use. Null for none. */
    interactiveModel: getInteractiveModelSettings(env),
    /** Folder with ONNX files that users can select instead of uploading them. Null for none. */
    modelsDir: env.MODELS_DIR === undefined ? null : resolve(env.MODELS_DIR),
    /** Limits of the process that checks a model file. Tests lower them. */
    modelFileCheck: { timeoutMs: 50_000, maxResidentBytes: 4_000_000_000 },
    docsUrl: env.DOCS_URL ?? null,
    providerUrl: env.PROVIDER_URL ?? null,
    /** Whether a browser may load a remote from another server, for development. */
    allowOverrides: env.ALLOW_OVERRIDES,
    /** Whether responses are validated against the contract. For tests. */
    validatesResponses: env.NODE_ENV === 'test',
    logLevel: env.LOG_LEVEL,
    /** How traces are sent to an OpenTelemetry collector. Null if they are off. */
    traces: getTraceSettings(env),
  };
}

/** Returns the bucket for files. Null if the S3 settings are only used for releases. */
function getFileBucket(env: z.output<typeof Environment>): S3Settings | null {
  return env.RELEASES && !env.S3_BUCKET ? null : getS3Settings(env, 'files');
}

/** Throws ConfigError if the demo accounts, whose passwords are public, would be reachable from a network. */
export function refuseDemoOnNetwork(config: Pick<Config, 'hosts' | 'demoOnNetwork'>): void {
  const networkHosts = config.hosts.filter((host) => !isLoopback(host));
  if (networkHosts.length === 0 || config.demoOnNetwork) return;
  throw new ConfigError(
    `HOST: ${networkHosts.join(', ')} can be reached from the network, and the demo accounts with their published passwords exist.\n` +
      'Start on an empty data folder with DEMO=off, or delete the accounts (npm run admin -- remove-demo-accounts), or confirm the risk with this setting:\n' +
      `ALLOW_DEMO_ACCOUNTS_ON_NETWORK='${DEMO_CONFIRMATION}'`,
  );
}

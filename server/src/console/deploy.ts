import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Canary,
  Canary as CanarySchema,
  Integrity,
  Manifest,
  type Registry,
  ReleaseError,
  RemoteName,
  SemVer,
  withActivated,
  withCanary,
  withPublished,
  withRolledBack,
} from '@console/shared-contract/federation';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { moveRegistry, readRegistry } from './release-store';
import { filesOfTar } from './tar';

export interface DeployOptions {
  buildDir: string;
  /** What a CI system must know; undefined: nothing can be deployed over HTTP. */
  deployToken?: string;
}

const MAX_ARCHIVE = 50_000_000;
const MIN_TOKEN = 24;
const REVISION = z.number().int().nonnegative().optional();
const ActivateBody = z.strictObject({ version: SemVer, revision: REVISION });
const RollbackBody = z.strictObject({ revision: REVISION }).default({});
const CanaryBody = z.union([
  z.strictObject({ off: z.literal(true), revision: REVISION }),
  z
    .strictObject({ ...CanarySchema.shape, revision: REVISION })
    .refine(({ share, workspaces }) => share > 0 || workspaces.length > 0, 'say who gets it: share or workspaces'),
]);
const At = z.object({ name: RemoteName, version: SemVer.optional() });
const BuiltRelease = z.object({ entry: z.string().regex(/^[\w-][\w.-]*\.js$/), integrity: Integrity, manifest: Manifest });
type Built = z.output<typeof BuiltRelease>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes as long for a token that is nearly right as for any other. */
export function isToken(given: string | undefined, wanted: string): boolean {
  const token = /^Bearer (.+)$/.exec(given ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(token), digest(wanted));
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ReleaseError(z.prettifyError(parsed.error));
}

function json(text: string | undefined, name: string): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw new ReleaseError(`The archive has no ${name} that can be read. Send the folder that the release's build has written.`);
  }
}

function checkedRelease(files: Map<string, Buffer>, name: string, version: string): Built {
  const built = parse(BuiltRelease, json(files.get('release.json')?.toString('utf8'), 'release.json'));
  const { manifest, entry, integrity } = built;
  if (manifest.name !== name || manifest.version !== version) {
    throw new ReleaseError(`The archive is of ${manifest.name} ${manifest.version}, not of ${name} ${version}.`);
  }
  const content = files.get(entry);
  if (!content) throw new ReleaseError(`The archive has no ${entry}.`);
  const actual = `sha384-${createHash('sha384').update(content).digest('base64')}`;
  if (actual !== integrity) throw new ReleaseError(`${entry} is not the file that the build wrote.`);
  return built;
}

/** Writes the files beside their place, and moves them there in the step that makes them known. */
async function publish(buildDir: string, archive: Buffer, name: string, version: string): Promise<Registry> {
  const files = filesOfTar(archive);
  const { entry, integrity, manifest } = checkedRelease(files, name, version);
  const incoming = path.join(buildDir, '.incoming', randomUUID());
  mkdirSync(incoming, { recursive: true });
  try {
    for (const [file, content] of files) writeFileSync(path.join(incoming, file), content);
    const now = new Date();
    const release = { entry: `/remotes/${name}/${version}/${entry}`, integrity, manifest, publishedAt: now.toISOString() };
    return await moveRegistry(buildDir, { action: `publish ${name} ${version}`, by: 'deploy token' }, (registry) => {
      const after = withPublished(registry, release, now);
      const target = path.join(buildDir, 'remotes', name, version);
      mkdirSync(path.dirname(target), { recursive: true });
      rmSync(target, { recursive: true, force: true });
      renameSync(incoming, target);
      return after;
    });
  } finally {
    rmSync(incoming, { recursive: true, force: true });
  }
}

async function answer(reply: FastifyReply, work: () => Promise<Registry>): Promise<FastifyReply> {
  try {
    const { revision } = await work();
    return await reply.send({ revision });
  } catch (error) {
    if (error instanceof ReleaseError) return reply.code(409).send({ detail: error.message });
    throw error;
  }
}

/**
 * Publishing and pointer moves over HTTP, for CI systems: PUT /remotes/NAME/VERSION with a tar archive, and POST
 * /remotes/NAME/activate, /rollback and /canary, each with the deploy token. What cannot be done is a 409 with the reason.
 */
export function deployCalls({ buildDir, deployToken }: DeployOptions): FastifyPluginAsync {
  if (deployToken !== undefined && deployToken.length < MIN_TOKEN) {
    throw new Error(`DEPLOY_TOKEN: must have at least ${MIN_TOKEN} characters`);
  }
  return async (app) => {
    app.addContentTypeParser(
      ['application/gzip', 'application/x-tar', 'application/octet-stream'],
      { parseAs: 'buffer', bodyLimit: MAX_ARCHIVE },
      (_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) => done(null, body),
    );
    // Before the body is read.
    app.addHook('onRequest', async (request, reply) => {
      if (deployToken === undefined) {
        return reply.code(403).send({ detail: 'Nothing can be deployed over HTTP here: DEPLOY_TOKEN is not set.' });
      }
      if (!isToken(request.headers.authorization, deployToken)) {
        return reply.code(401).send({ detail: 'The deploy token is missing or wrong.' });
      }
    });
    const options = { schema: { hide: true }, bodyLimit: MAX_ARCHIVE };

    function bindMove<T extends { revision?: number }>(
      action: string,
      body: z.ZodType<T>,
      change: (registry: Registry, name: string, given: T) => Registry,
    ): void {
      app.post(`/remotes/:name/${action}`, options, (request, reply) =>
        answer(reply, async () => {
          const { name } = parse(At, request.params);
          const given = parse(body, request.body ?? undefined);
          const { revision, ...said } = given;
          const move = { action: `${action} ${name} ${JSON.stringify(said)}`, by: 'deploy token', revision };
          return moveRegistry(buildDir, move, (registry) => change(registry, name, given));
        }),
      );
    }

    app.put('/remotes/:name/:version', options, (request, reply) =>
      answer(reply, async () => {
        const { name, version = '' } = parse(At, request.params);
        if (!Buffer.isBuffer(request.body)) throw new ReleaseError('Send a tar archive, as application/gzip.');
        return publish(buildDir, request.body, name, version);
      }),
    );
    bindMove('activate', ActivateBody, (registry, name, { version }) => withActivated(registry, name, version, new Date()));
    bindMove('rollback', RollbackBody, (registry, name) => withRolledBack(registry, name, new Date()));
    bindMove('canary', CanaryBody, (registry, name, given) => {
      const canary: Canary | undefined =
        'off' in given ? undefined : { version: given.version, share: given.share, workspaces: given.workspaces };
      return withCanary(registry, name, canary, new Date());
    });
    app.get('/remotes/registry', options, (_request, reply) => reply.send(readRegistry(buildDir)));
  };
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Canary, HostOffer, type Registry, ReleaseError, RemoteName, SemVer } from '@console/shared-contract/federation';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { isBearerToken } from '../../platform/http/route/bearer-token';
import { compareCanary, type VisitReader } from './canary-decisions';
import {
  checkFiles,
  type Comparison,
  EMPTY_REGISTRY,
  readTar,
  movePointer,
  parse,
  type PointerMove,
  createPublication,
  readBuiltRelease,
  type ReleaseStore,
} from '../releases';

interface DeployOptions {
  releases: ReleaseStore;
  /** Folder of the host. Releases must be compatible with its `offer.json`. */
  hostDir: string;
  /** Returns whether a workspace exists. A canary for a missing workspace is refused. */
  isWorkspace: (id: string) => Promise<boolean>;
  /** Reads the page visits that browsers have reported for the canary and the active version. */
  readVisits: VisitReader;
  /** The secret of CI systems. If undefined, nothing can be deployed over HTTP. */
  deployToken?: string;
}

const MAX_ARCHIVE_BYTES = 50_000_000;
const ACTOR = 'deploy token';
const OptionalRevision = z.number().int().nonnegative().optional();
const ActivateBody = z.strictObject({ version: SemVer, revision: OptionalRevision });
const RollbackBody = z.strictObject({ revision: OptionalRevision }).default({});
const CanaryBody = z.union([
  z.strictObject({ off: z.literal(true), revision: OptionalRevision }),
  z
    .strictObject({ ...Canary.shape, revision: OptionalRevision })
    .refine(({ share, workspaces }) => share > 0 || workspaces.length > 0, 'set share or workspaces'),
]);
const PathParams = z.object({ name: RemoteName, version: z.optional(SemVer) });

/**
 * Reads the versions of the contract and of shared packages that the local host offers to remotes (micro-frontends). The build of the host
 * writes this file. @throws ReleaseError if the file is missing
 */
async function readOffer(hostDir: string): Promise<HostOffer> {
  try {
    return HostOffer.parse(JSON.parse(await readFile(path.join(hostDir, 'offer.json'), 'utf8')));
  } catch {
    throw new ReleaseError('This server has no built host (host/offer.json) to check the release against.');
  }
}

/** Checks an archive without running its code, and publishes it. */
async function publish({ releases, hostDir }: DeployOptions, archive: Buffer, name: string, version: string): Promise<Registry> {
  const files = await readTar(archive);
  const builtRelease = readBuiltRelease(files, name, version);
  const [registry = EMPTY_REGISTRY, offer] = await Promise.all([releases.read(), readOffer(hostDir)]);
  const publication = await createPublication(files, builtRelease, new Date());
  const problems = checkFiles(publication.files, builtRelease, registry, offer).flatMap((check) => check.problems);
  if (problems.length > 0) throw new ReleaseError(`${name} ${version} was not published: ${problems.join('; ')}.`);
  return releases.publish(publication, { action: `publish ${name} ${version}`, by: ACTOR });
}

/**
 * Throws ReleaseError if a canary is for a missing workspace. A `PointerMove` is an activation, a rollback or a change of the canary.
 * `movePointer` applies the move to the registry.
 */
async function requireWorkspaces({ isWorkspace }: DeployOptions, move: PointerMove): Promise<void> {
  if (move.action !== 'canary') return;
  for (const id of move.canary?.workspaces ?? []) {
    if (!(await isWorkspace(id))) throw new ReleaseError(`There is no workspace ${id}. A workspace's id is on its dashboard.`);
  }
}

/**
 * Compares the canary with the active version. The log entry of the next move contains this comparison. Returns undefined if the database
 * with the page visits is unavailable, because a rollback must still work.
 */
async function compareBeforeMove({ releases, readVisits }: DeployOptions, name: string): Promise<Comparison | undefined> {
  try {
    return await compareCanary((await releases.read()) ?? EMPTY_REGISTRY, name, readVisits);
  } catch {
    return undefined;
  }
}

async function respond(reply: FastifyReply, work: () => Promise<Registry>): Promise<FastifyReply> {
  try {
    const { revision } = await work();
    return await reply.send({ revision });
  } catch (error) {
    if (error instanceof ReleaseError) return reply.code(409).send({ detail: error.message });
    throw error;
  }
}

/**
 * Routes for CI systems: PUT /remotes/NAME/VERSION publishes a tar archive, and POST /remotes/NAME/activate, /rollback and /canary change
 * the live version or the canary. GET /remotes/NAME/canary compares the canary with the active version. All require the deploy token. An
 * impossible request returns 409 with the reason.
 */
export function createDeployRoutes(deployment: DeployOptions): FastifyPluginAsync {
  const { releases, deployToken } = deployment;
  return async (app) => {
    app.addContentTypeParser(
      ['application/gzip', 'application/x-tar', 'application/octet-stream'],
      { parseAs: 'buffer', bodyLimit: MAX_ARCHIVE_BYTES },
      (_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) => done(null, body),
    );
    // Check the token before the body is read.
    app.addHook('onRequest', async (request, reply) => {
      if (deployToken === undefined) {
        return reply.code(403).send({ detail: 'Nothing can be deployed over HTTP here: DEPLOY_TOKEN is not set.' });
      }
      if (!isBearerToken(request.headers.authorization, deployToken)) {
        return reply.code(401).send({ detail: 'The deploy token is missing or wrong.' });
      }
    });
    const options = { schema: { hide: true }, bodyLimit: MAX_ARCHIVE_BYTES };

    function registerMove<T extends { revision?: number }>(
      action: PointerMove['action'],
      body: z.ZodType<T>,
      toMove: (input: T) => PointerMove,
    ): void {
      app.post(`/remotes/:name/${action}`, options, (request, reply) =>
        respond(reply, async () => {
          const { name } = parse(PathParams, request.params);
          const input = parse(body, request.body ?? undefined);
          const move = toMove(input);
          await requireWorkspaces(deployment, move);
          const comparison = await compareBeforeMove(deployment, name);
          return movePointer(releases, name, move, { by: ACTOR, revision: input.revision, comparison });
        }),
      );
    }

    app.put('/remotes/:name/:version', options, (request, reply) =>
      respond(reply, async () => {
        const { name, version = '' } = parse(PathParams, request.params);
        if (!Buffer.isBuffer(request.body)) throw new ReleaseError('Send a tar archive, as application/gzip.');
        return publish(deployment, request.body, name, version);
      }),
    );
    registerMove('activate', ActivateBody, ({ version }) => ({ action: 'activate', version }));
    registerMove('rollback', RollbackBody, () => ({ action: 'rollback' }));
    registerMove('canary', CanaryBody, (input) => {
      if ('off' in input) return { action: 'canary', canary: undefined };
      const { revision: _revision, ...canary } = input;
      return { action: 'canary', canary };
    });
    app.get('/remotes/:name/canary', options, async (request, reply) => {
      const { name } = parse(PathParams, request.params);
      const comparison = await compareCanary((await releases.read()) ?? EMPTY_REGISTRY, name, deployment.readVisits);
      return comparison ? reply.send(comparison) : reply.code(409).send({ detail: `${name} has no canary to compare.` });
    });
    app.get('/remotes/registry', options, async (_request, reply) => reply.send((await releases.read()) ?? EMPTY_REGISTRY));
    app.get('/remotes/moves', options, async (_request, reply) => reply.send(await releases.lastMoves(20)));
  };
}

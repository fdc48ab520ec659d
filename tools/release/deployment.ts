import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { CONTRACT_VERSION, HostOffer, Registry, ReleaseError } from '@console/shared-contract/federation';
import {
  type Comparison,
  type MoveLogEntry,
  EMPTY_REGISTRY,
  movePointer,
  type PointerMove,
  createPublication,
  readBuiltRelease,
  type ReleaseStore,
  writeTar,
} from '../../server/src/operations/releases';
import { readSharedVersions } from '../webpack/shared-packages';

/** The target of the release commands: a release store that this machine can access, or a server over HTTP. */
export interface Deployment {
  registry(): Promise<Registry>;
  /** The contract and the shared packages that releases must be compatible with. */
  offer(): Promise<HostOffer>;
  publish(files: ReadonlyMap<string, Uint8Array>, name: string, version: string): Promise<unknown>;
  /** Changes the active version or the canary release of a remote. Returns the new revision of the registry. */
  move(name: string, change: PointerMove, revision: number | undefined): Promise<number>;
  /** Reads a file of a published version. Undefined if it does not exist. */
  readFile(name: string, version: string, file: string): Promise<Uint8Array | undefined>;
  /** Compares the canary release with the active version. @throws ReleaseError without a canary */
  compare(name: string): Promise<Comparison>;
  /** Returns the latest changes of the registry, newest first. */
  lastMoves(count: number): Promise<MoveLogEntry[]>;
}

/**
 * Creates a deployment that changes the release store directly.
 * @param username user name for the audit log
 */
export function createStoreDeployment(store: ReleaseStore, root: string, username: string): Deployment {
  return {
    registry: async () => (await store.read()) ?? EMPTY_REGISTRY,
    offer: async () => ({ contract: CONTRACT_VERSION, shared: readSharedVersions(path.join(root, 'host')) }),
    publish: async (files, name, version) => {
      const publication = await createPublication(files, readBuiltRelease(files, name, version), new Date());
      return store.publish(publication, { action: `publish ${name} ${version}`, by: username });
    },
    move: async (name, change, revision) => (await movePointer(store, name, change, { by: username, revision })).revision,
    readFile: store.readFile,
    compare: async () => {
      throw new ReleaseError('Only a server knows the visits. Add --host https://CONSOLE.');
    },
    lastMoves: (count) => store.lastMoves(count),
  };
}

function toBody(change: PointerMove): object {
  if (change.action === 'activate') return { version: change.version };
  if (change.action === 'rollback') return {};
  return change.canary ?? { off: true };
}

/**
 * Creates a deployment that changes the releases of a server over HTTP.
 * @param host URL of the console, such as https://console.example
 */
export function createHostDeployment(host: string, token: string | undefined): Deployment {
  if (!token) throw new ReleaseError('Set DEPLOY_TOKEN to the deploy token of that server.');
  const origin = host.replace(/\/+$/, '');

  async function sendRequest(method: string, route: string, body?: BodyInit, type = 'application/json'): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': type }) };
    const response = await fetch(origin + route, { method, headers, body }).catch((error: unknown) => {
      throw new ReleaseError(`${origin} cannot be reached (${String((error as { cause?: unknown }).cause ?? error)}).`);
    });
    const text = await response.text();
    let parsedBody: { detail?: string } | undefined;
    try {
      parsedBody = JSON.parse(text) as { detail?: string };
    } catch {
      parsedBody = undefined;
    }
    if (response.ok && parsedBody !== undefined) return parsedBody;
    throw new ReleaseError(
      parsedBody?.detail ?? `${origin}${route} responded with status ${response.status}. Is this the URL of a console?`,
    );
  }
  return {
    registry: async () => Registry.parse(await sendRequest('GET', '/remotes/registry')),
    offer: async () => HostOffer.parse(await sendRequest('GET', '/offer.json')),
    publish: async (files, name, version) => {
      // The upload contains compressed copies of the files. The server uses these copies if they are correct, because creating them takes
      // half a minute.
      const archive = gzipSync(await writeTar(files));
      return sendRequest('PUT', `/remotes/${name}/${version}`, new Uint8Array(archive), 'application/gzip');
    },
    move: async (name, change, revision) => {
      const body = JSON.stringify({ ...toBody(change), revision });
      return ((await sendRequest('POST', `/remotes/${name}/${change.action}`, body)) as { revision: number }).revision;
    },
    readFile: async (name, version, file) => {
      const response = await fetch(`${origin}/remotes/${name}/${version}/${file}`);
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
    },
    compare: async (name) => (await sendRequest('GET', `/remotes/${name}/canary`)) as Comparison,
    lastMoves: async (count) => ((await sendRequest('GET', '/remotes/moves')) as MoveLogEntry[]).slice(0, count),
  };
}

import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { CONTRACT_VERSION, HostOffer, Registry, ReleaseError } from '@console/shared-contract/federation';
import {
  type AuditEntry,
  EMPTY_REGISTRY,
  movePointer,
  type PointerMove,
  publicationOf,
  readBuilt,
  type ReleaseStore,
  tarOf,
  withoutCompressedForms,
} from '../../server/src/console/releases';
import { sharedVersions } from '../webpack/shared-packages';

/** Where a command works: on a store that this machine reaches, or on a server over HTTP. */
export interface Deployment {
  registry(): Promise<Registry>;
  /** What releases must go with. */
  offer(): Promise<HostOffer>;
  publish(files: ReadonlyMap<string, Uint8Array>, name: string, version: string): Promise<unknown>;
  /** Answers the registry's revision. */
  move(name: string, asked: PointerMove, revision: number | undefined): Promise<number>;
  lastMoves(count: number): Promise<AuditEntry[]>;
}

/** @param by who works here, for the audit log */
export function storeDeployment(store: ReleaseStore, root: string, by: string): Deployment {
  return {
    registry: async () => (await store.read()) ?? EMPTY_REGISTRY,
    offer: async () => ({ contract: CONTRACT_VERSION, shared: sharedVersions(path.join(root, 'host')) }),
    publish: async (files, name, version) => {
      const publication = await publicationOf(files, readBuilt(files, name, version), new Date());
      return store.publish(publication, { action: `publish ${name} ${version}`, by });
    },
    move: async (name, asked, revision) => (await movePointer(store, name, asked, { by, revision })).revision,
    lastMoves: (count) => store.lastMoves(count),
  };
}

function bodyOf(asked: PointerMove): object {
  if (asked.action === 'activate') return { version: asked.version };
  if (asked.action === 'rollback') return {};
  return asked.canary ?? { off: true };
}

/** @param host address of the console, as https://console.example */
export function hostDeployment(host: string, token: string | undefined): Deployment {
  if (!token) throw new ReleaseError('Set DEPLOY_TOKEN to the deploy token of that server.');
  const origin = host.replace(/\/+$/, '');

  async function ask(method: string, where: string, body?: BodyInit, type = 'application/json'): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': type }) };
    const answer = await fetch(origin + where, { method, headers, body }).catch((error: unknown) => {
      throw new ReleaseError(`${origin} cannot be reached (${String((error as { cause?: unknown }).cause ?? error)}).`);
    });
    const text = await answer.text();
    let said: { detail?: string } | undefined;
    try {
      said = JSON.parse(text) as { detail?: string };
    } catch {
      said = undefined;
    }
    if (answer.ok && said !== undefined) return said;
    throw new ReleaseError(said?.detail ?? `${origin}${where} was answered ${answer.status}, and not by a console.`);
  }
  return {
    registry: async () => Registry.parse(await ask('GET', '/remotes/registry')),
    offer: async () => HostOffer.parse(await ask('GET', '/offer.json')),
    publish: async (files, name, version) => {
      // The server makes its own compressed forms.
      const archive = gzipSync(await tarOf(withoutCompressedForms(files)));
      return ask('PUT', `/remotes/${name}/${version}`, new Uint8Array(archive), 'application/gzip');
    },
    move: async (name, asked, revision) => {
      const body = JSON.stringify({ ...bodyOf(asked), revision });
      return ((await ask('POST', `/remotes/${name}/${asked.action}`, body)) as { revision: number }).revision;
    },
    lastMoves: async (count) => ((await ask('GET', '/remotes/moves')) as AuditEntry[]).slice(0, count),
  };
}

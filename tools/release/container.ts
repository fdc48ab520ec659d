import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { listComponentRefs, type Manifest, parseComponentRef, SHARED_PACKAGES } from '@console/shared-contract/federation';
import * as runtimeCore from '@module-federation/runtime/core';
import type * as Jsdom from 'jsdom';

type Module = Record<string, unknown>;
/** A version of a shared package, in the format of the federation runtime. */
interface SharedModule {
  get: () => Promise<() => unknown>;
  from: string;
  loaded: 1;
}
/** The Module Federation container that the entry script of a remote defines. */
interface Container {
  init: (scope: Record<string, Record<string, SharedModule>>) => unknown;
  get: (expose: string) => Promise<() => Module>;
}

const RELEASE_ORIGIN = 'http://release.invalid/';
const requireLocal = createRequire(__filename);

/** Returns a stub for a shared package. Every member of the stub can be called, constructed, read and written. */
function createStub(): unknown {
  const target = function Stub() {};
  const members = new Map<string | symbol, unknown>();
  return new Proxy(target, {
    get: (_target, key) => {
      if (key === 'prototype') return target.prototype as unknown;
      if (key === '__esModule') return true;
      // Define these members, so that code that awaits the stub or iterates over it does not run forever.
      if (key === 'then') return undefined;
      if (key === Symbol.iterator) return function* () {};
      if (key === Symbol.toPrimitive) return () => '';
      if (!members.has(key)) members.set(key, createStub());
      return members.get(key);
    },
    set: (_target, key, value) => (members.set(key, value), true),
    apply: () => createStub(),
    construct: () => createStub() as object,
  });
}

/**
 * Loads a shared package. Third-party packages are loaded, because modules may use them during startup. The packages of this repository
 * are replaced with stubs, because they would load the complete Fluent UI.
 */
function loadSharedModule(id: string, packageDir: string): unknown {
  if (id.startsWith('@console/')) return createStub();
  return createRequire(path.join(packageDir, 'package.json'))(id);
}

/** Lists the sub-paths of the design system. The host offers each of them as a separate shared module. */
function listDesignSystemEntries(packageDir: string): string[] {
  const file = createRequire(path.join(packageDir, 'package.json')).resolve('@console/shared-ui/package.json');
  const { exports } = JSON.parse(readFileSync(file, 'utf8')) as { exports: Record<string, string> };
  return Object.keys(exports).flatMap((name) => (name.startsWith('./') ? [name.slice(2)] : []));
}

/** Creates the shared packages as a host would provide them. */
export function createShareScope(
  versions: Record<string, string>,
  packageDir: string,
): Record<string, Record<string, SharedModule>> {
  const scope: Record<string, Record<string, SharedModule>> = {};
  const offerModule = (id: string, name: string) => {
    const version = versions[name] ?? '0.0.0';
    scope[id] = { [version]: { from: 'host', loaded: 1, get: async () => () => loadSharedModule(id, packageDir) } };
  };
  for (const name of SHARED_PACKAGES) offerModule(name, name);
  for (const id of ['react/jsx-runtime', 'react-dom/client', 'jotai/utils']) offerModule(id, id.split('/')[0] ?? id);
  for (const entry of listDesignSystemEntries(packageDir)) offerModule(`@console/shared-ui/${entry}`, '@console/shared-ui');
  return scope;
}

/** Creates a jsdom page that loads scripts from the release folder. */
function createPage(dir: string): Jsdom.JSDOM {
  // Load jsdom only here, because loading it is slow.
  const { JSDOM, ResourceLoader, VirtualConsole } = requireLocal('jsdom') as typeof Jsdom;
  class FolderResourceLoader extends ResourceLoader {
    override fetch(url: string): ReturnType<Jsdom.ResourceLoader['fetch']> {
      const file = path.join(dir, path.basename(new URL(url).pathname));
      const content = existsSync(file)
        ? Promise.resolve(readFileSync(file))
        : Promise.reject(new Error(`${path.basename(file)} is not in the release`));
      return content as ReturnType<Jsdom.ResourceLoader['fetch']>;
    }
  }
  const dom = new JSDOM('<!doctype html><head></head><body></body>', {
    url: RELEASE_ORIGIN,
    runScripts: 'dangerously',
    pretendToBeVisual: true,
    resources: new FolderResourceLoader(),
    virtualConsole: new VirtualConsole(),
  });
  const stubbedGlobals = {
    matchMedia: createStub(),
    ResizeObserver: createStub(),
    IntersectionObserver: createStub(),
    fetch: createStub(),
  };
  Object.assign(dom.window, stubbedGlobals, { structuredClone, TextEncoder, TextDecoder });
  // Provide the federation runtime, as the host does in `host/src/federation/loading/runtime.ts`.
  Object.assign(dom.window, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  return dom;
}

function runEntry(dom: Jsdom.JSDOM, entryScript: string, container: string): Promise<Container> {
  return new Promise((resolve, reject) => {
    let thrownError: unknown;
    dom.window.addEventListener('error', (event: { error?: unknown }) => (thrownError = event.error));
    const script = dom.window.document.createElement('script');
    script.src = RELEASE_ORIGIN + entryScript;
    script.addEventListener('load', () => {
      const definedContainer = (dom.window as unknown as Record<string, Container | undefined>)[container];
      if (definedContainer) resolve(definedContainer);
      else reject(thrownError ?? new Error(`the entry defines no container named ${container}`));
    });
    script.addEventListener('error', () => reject(new Error(`${entryScript} could not be loaded`)));
    dom.window.document.head.append(script);
  });
}

function isComponent(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

interface BuiltContainer {
  /** Folder of the release. */
  dir: string;
  /** File name of the entry script. */
  entry: string;
  /** Name of the global variable that the entry script defines. */
  container: string;
  manifest: Pick<Manifest, 'routes' | 'cards' | 'widgets'>;
  /** Folder of the remote's package, from which third-party shared packages are resolved. */
  packageDir: string;
  sharedVersions: Record<string, string>;
}

/** Starts the container in jsdom and loads every component that the manifest refers to. Returns the problems it finds. */
export async function findUnresolvedRefs(builtContainer: BuiltContainer): Promise<string[]> {
  const dom = createPage(builtContainer.dir);
  try {
    const container = await runEntry(dom, builtContainer.entry, builtContainer.container);
    await container.init(createShareScope(builtContainer.sharedVersions, builtContainer.packageDir));
    const problems: string[] = [];
    for (const ref of new Set(listComponentRefs(builtContainer.manifest))) {
      const { expose, exportName } = parseComponentRef(ref);
      try {
        const module = (await container.get(expose))();
        if (!isComponent(module[exportName])) problems.push(`${ref}: ${expose} has no component ${exportName}`);
      } catch (error) {
        problems.push(`${ref}: ${String(error)}`);
      }
    }
    return problems;
  } catch (error) {
    return [`the container does not start: ${String(error)}`];
  } finally {
    dom.window.close();
  }
}

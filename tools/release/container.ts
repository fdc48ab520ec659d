import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { manifestComponents, type Manifest, parseComponentRef, SHARED_PACKAGES } from '@console/shared-contract/federation';
import * as runtimeCore from '@module-federation/runtime/core';
import type * as Jsdom from 'jsdom';

type Module = Record<string, unknown>;
interface Shared {
  get: () => Promise<() => unknown>;
  from: string;
  loaded: 1;
}
interface Container {
  init: (scope: Record<string, Record<string, Shared>>) => unknown;
  get: (expose: string) => Promise<() => Module>;
}

const ORIGIN = 'http://release.invalid/';
const fromHere = createRequire(__filename);

/** Stands for a shared package: whatever is taken from it can be called, made, read and written. */
function standIn(): unknown {
  const target = function StandIn() {};
  const own = new Map<string | symbol, unknown>();
  return new Proxy(target, {
    get: (_target, key) => {
      if (key === 'prototype') return target.prototype as unknown;
      if (key === '__esModule') return true;
      // Neither a promise nor a list without end.
      if (key === 'then') return undefined;
      if (key === Symbol.iterator) return function* () {};
      if (key === Symbol.toPrimitive) return () => '';
      if (!own.has(key)) own.set(key, standIn());
      return own.get(key);
    },
    set: (_target, key, value) => (own.set(key, value), true),
    apply: () => standIn(),
    construct: () => standIn() as object,
  });
}

/** Packages that code may build on while it starts are the real ones; ours, with all of Fluent, are stood in for. */
function moduleOf(id: string, packageDir: string): unknown {
  if (id.startsWith('@console/')) return standIn();
  return createRequire(path.join(packageDir, 'package.json'))(id);
}

/** Sub-paths of the design system, which the host offers one by one. */
function designSystemEntries(packageDir: string): string[] {
  const file = createRequire(path.join(packageDir, 'package.json')).resolve('@console/shared-ui/package.json');
  const { exports } = JSON.parse(readFileSync(file, 'utf8')) as { exports: Record<string, string> };
  return Object.keys(exports).flatMap((name) => (name.startsWith('./') ? [name.slice(2)] : []));
}

function shareScope(versions: Record<string, string>, packageDir: string): Record<string, Record<string, Shared>> {
  const scope: Record<string, Record<string, Shared>> = {};
  const offer = (id: string, name: string) => {
    const version = versions[name] ?? '0.0.0';
    scope[id] = { [version]: { from: 'host', loaded: 1, get: async () => () => moduleOf(id, packageDir) } };
  };
  for (const name of SHARED_PACKAGES) offer(name, name);
  for (const id of ['react/jsx-runtime', 'react-dom/client', 'jotai/utils']) offer(id, id.split('/')[0] ?? id);
  for (const entry of designSystemEntries(packageDir)) offer(`@console/shared-ui/${entry}`, '@console/shared-ui');
  return scope;
}

/** A page whose scripts come from the release's folder. */
function page(dir: string): Jsdom.JSDOM {
  // Loaded here and not above: only a release pays for it.
  const { JSDOM, ResourceLoader, VirtualConsole } = fromHere('jsdom') as typeof Jsdom;
  class FromFolder extends ResourceLoader {
    override fetch(url: string): ReturnType<Jsdom.ResourceLoader['fetch']> {
      const file = path.join(dir, path.basename(new URL(url).pathname));
      const content = existsSync(file)
        ? Promise.resolve(readFileSync(file))
        : Promise.reject(new Error(`${path.basename(file)} is not in the release`));
      return content as ReturnType<Jsdom.ResourceLoader['fetch']>;
    }
  }
  const dom = new JSDOM('<!doctype html><head></head><body></body>', {
    url: ORIGIN,
    runScripts: 'dangerously',
    pretendToBeVisual: true,
    resources: new FromFolder(),
    virtualConsole: new VirtualConsole(),
  });
  const absent = { matchMedia: standIn(), ResizeObserver: standIn(), IntersectionObserver: standIn(), fetch: standIn() };
  Object.assign(dom.window, absent, { structuredClone, TextEncoder, TextDecoder });
  // As `host/src/federation/runtime.ts` provides it.
  Object.assign(dom.window, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  return dom;
}

function runEntry(dom: Jsdom.JSDOM, entry: string, container: string): Promise<Container> {
  return new Promise((resolve, reject) => {
    let thrown: unknown;
    dom.window.addEventListener('error', (event: { error?: unknown }) => (thrown = event.error));
    const script = dom.window.document.createElement('script');
    script.src = ORIGIN + entry;
    script.addEventListener('load', () => {
      const found = (dom.window as unknown as Record<string, Container | undefined>)[container];
      if (found) resolve(found);
      else reject(thrown ?? new Error(`the entry leaves no container named ${container}`));
    });
    script.addEventListener('error', () => reject(new Error(`${entry} could not be loaded`)));
    dom.window.document.head.append(script);
  });
}

function isComponent(value: unknown): boolean {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

export interface BuiltContainer {
  /** Folder of the release. */
  dir: string;
  /** File name of the entry. */
  entry: string;
  /** Name of the global variable that the entry writes. */
  container: string;
  manifest: Pick<Manifest, 'routes' | 'cards' | 'widgets'>;
  /** The remote's package, from which shared packages of others are taken. */
  packageDir: string;
  sharedVersions: Record<string, string>;
}

/** Starts the container in a page without a browser and takes every component that the manifest refers to; says what fails. */
export async function unresolvedRefs(built: BuiltContainer): Promise<string[]> {
  const dom = page(built.dir);
  try {
    const container = await runEntry(dom, built.entry, built.container);
    await container.init(shareScope(built.sharedVersions, built.packageDir));
    const problems: string[] = [];
    for (const ref of new Set(manifestComponents(built.manifest))) {
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

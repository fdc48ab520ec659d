import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** A third-party package that the production build contains or loads. */
export interface ThirdPartyPackage {
  name: string;
  version: string;
  licence: string;
  copyright: string;
}

interface Importer {
  dependencies?: Record<string, { version: string }>;
}
interface Snapshot {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
interface LockFile {
  importers: Record<string, Importer>;
  packages: Record<string, { os?: string[]; cpu?: string[] }>;
  snapshots: Record<string, Snapshot>;
}

/** Folders of workspace packages whose dependencies are used in production. */
const PRODUCTION_PACKAGE = /^(host|remote-[^/]+|shared-[^/]+|server|server\/demo|server\/learner)$/;
/** Dependencies of the host that are only build tools. Their runtime is a separate package. */
const BUILD_ONLY = ['@module-federation/enhanced'];
/** Packages of `tools` whose files are copied into the build. */
const COPIED_BY_TOOLS = ['swagger-ui-dist'];
/** Suffix of packages for one platform. Such packages are listed as one entry, because only the current platform's package is installed. */
const PLATFORM_SUFFIX = /[-/](darwin|linux|linuxmusl|windows|win32|freebsd|android|openharmony|webcontainers)[-\w]*$/;

/** Lists the third-party packages that the production build contains or loads. Reads the lock file and the installed packages. */
export function collectPackages(root: string): ThirdPartyPackage[] {
  const lock = parse(readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8')) as LockFile;
  const packages = new Map<string, ThirdPartyPackage>();
  const visitedKeys = new Set<string>();

  const addPackage = (name: string, version: string, modules: string) => {
    if (version.startsWith('link:')) return;
    const key = `${name}@${version}`;
    const folder = path.join(modules, name);
    // Skip packages for other platforms, which are not installed.
    if (visitedKeys.has(key) || !existsSync(folder)) return;
    visitedKeys.add(key);
    const installedPackage = readPackage(folder);
    const isPlatformPackage = lock.packages[`${name}@${installedPackage.version}`]?.os !== undefined;
    const listedPackage = {
      ...installedPackage,
      name: isPlatformPackage ? name.replace(PLATFORM_SUFFIX, (text) => `${text[0]}*`) : name,
    };
    packages.set(`${listedPackage.name}@${listedPackage.version}`, listedPackage);
    const { dependencies, optionalDependencies } = lock.snapshots[key] ?? {};
    const siblings = realpathSync(folder).slice(0, -name.length - 1);
    for (const [child, childVersion] of Object.entries({ ...dependencies, ...optionalDependencies }))
      addPackage(child, childVersion, siblings);
  };

  for (const [importer, { dependencies = {} }] of Object.entries(lock.importers)) {
    const names = Object.keys(dependencies).filter((name) =>
      PRODUCTION_PACKAGE.test(importer) ? !BUILD_ONLY.includes(name) : importer === 'tools' && COPIED_BY_TOOLS.includes(name),
    );
    for (const name of names) addPackage(name, dependencies[name]?.version ?? '', path.join(root, importer, 'node_modules'));
  }
  const toKey = ({ name, version }: ThirdPartyPackage) => `${name}@${version}`;
  return [...packages.values()].sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
}

function readPackage(folder: string): ThirdPartyPackage {
  const { name, version, license, licenses, author } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string | { type: string };
    licenses?: { type: string }[];
    author?: string | { name?: string };
  };
  const declaredLicense =
    typeof license === 'object' ? license.type : (license ?? licenses?.map(({ type }) => type).join(' OR '));
  const text = readLicenceText(folder);
  const copyright = /^\W*(copyright\s+(\(c\)|©|\d{4}).*)$/im.exec(text)?.[1];
  const authorName = (typeof author === 'object' ? author.name : author)?.replace(/\s*[<(].*$/, '');
  return {
    name,
    version,
    licence: declaredLicense ?? (/\b(MIT|Apache|BSD|ISC)\b/.exec(text)?.[1] || 'not declared'),
    copyright: (copyright ?? authorName ?? '').trim(),
  };
}

function readLicenceText(folder: string): string {
  const file = readdirSync(folder)
    .sort()
    .find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file ? readFileSync(path.join(folder, file), 'utf8') : '';
}

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ManifestSource,
  normalizePathParams,
  ReleaseError,
  RemoteName,
  RoutePath,
} from '@console/shared-contract/federation';

/** A complete remote, which is linted, type-checked and tested like all others. Its name and title are placeholders. */
export const TEMPLATE = path.join(__dirname, 'template');
const CHECKOUT = path.resolve(__dirname, '..', '..');
const TEMPLATE_NAME = 'example';
const TEMPLATE_TITLE = 'Example title';
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_TITLE_LENGTH = 60;
/** Folders that an install or a build creates. They are not copied. */
const EXCLUDED_FOLDERS = new Set(['node_modules', 'dist']);

/** The remote to create. */
export interface NewRemote {
  /** Root folder of the checkout. */
  root: string;
  name: string;
  /** Display name; derived from `name` by default. */
  title?: string;
}

/** Converts `big-reports` to `BigReports`. */
function toPascalCase(name: string): string {
  return name.replace(/(^|-)([a-z0-9])/g, (_match, _hyphen: string, letter: string) => letter.toUpperCase());
}

function toTitle(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

async function requireFreePath(root: string, name: string): Promise<void> {
  const normalizedPath = normalizePathParams({ path: `/${name}` });
  for (const folder of readdirSync(root).filter((entry) => entry.startsWith('remote-'))) {
    const file = path.join(root, folder, 'remote.manifest.ts');
    if (!existsSync(file)) continue;
    const { manifest } = (await import(pathToFileURL(file).href)) as { manifest?: ManifestSource };
    if (!manifest?.routes?.some((route) => normalizePathParams(route) === normalizedPath)) continue;
    throw new ReleaseError(`The path /${name} belongs to the remote ${manifest.name}. Choose another name.`);
  }
}

async function requireValidName(root: string, name: string): Promise<void> {
  if (!NAME.test(name) || !RemoteName.safeParse(name).success) {
    throw new ReleaseError(
      `${name || 'An empty name'} is not a valid remote name. Use 2 to 31 lowercase letters, digits and single hyphens, starting with a letter: big-reports.`,
    );
  }
  if (name === TEMPLATE_NAME || !RoutePath.safeParse(`/${name}`).success) {
    throw new ReleaseError(`${name} is reserved for the console. Choose another name.`);
  }
  if (existsSync(path.join(root, `remote-${name}`))) throw new ReleaseError(`remote-${name}/ already exists.`);
  await requireFreePath(root, name);
}

function parseTitle(title: string): string {
  const trimmedTitle = title.trim();
  if (trimmedTitle !== '' && trimmedTitle.length <= MAX_TITLE_LENGTH && !/[\p{Cc}\p{Cf}]/u.test(trimmedTitle))
    return trimmedTitle;
  throw new ReleaseError(`A title must be one line of 1 to ${MAX_TITLE_LENGTH} characters.`);
}

function listTemplateFiles(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (EXCLUDED_FOLDERS.has(entry.name)) return [];
    if (!entry.isDirectory()) return [entry.name];
    return listTemplateFiles(path.join(dir, entry.name)).map((file) => `${entry.name}/${file}`);
  });
}

/**
 * Creates and formats `remote-NAME/` and returns its path. Nothing else has to be edited: every list of remotes is derived
 * from the folder names.
 * @throws ReleaseError for an invalid name or title, before anything is written
 */
export async function createRemote({ root, name, title = toTitle(name) }: NewRemote): Promise<string> {
  await requireValidName(root, name);
  const displayName = parseTitle(title);
  const dir = path.join(root, `remote-${name}`);
  const fillPlaceholders = (text: string): string =>
    text
      .replaceAll(`'${TEMPLATE_TITLE}'`, () => JSON.stringify(displayName))
      .replaceAll(`"${TEMPLATE_TITLE}"`, () => JSON.stringify(displayName))
      .replaceAll('../../../tsconfig.base.json', '../tsconfig.base.json')
      .replaceAll(toPascalCase(TEMPLATE_NAME), toPascalCase(name))
      .replaceAll(TEMPLATE_NAME, name);
  for (const file of listTemplateFiles(TEMPLATE)) {
    const target = path.join(dir, fillPlaceholders(file));
    const text = fillPlaceholders(readFileSync(path.join(TEMPLATE, file), 'utf8'));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  // A longer name can make lines too long, so format the files.
  const oxfmt = path.join(CHECKOUT, 'node_modules', 'oxfmt', 'bin', 'oxfmt');
  execFileSync(process.execPath, [oxfmt, '--config', path.join(CHECKOUT, '.oxfmtrc.json'), dir]);
  return dir;
}

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ManifestSource, normalizePathParams, ReleaseError } from '@console/shared-contract/federation';
import { checkRemoteName, fillTemplate, toTitle } from './fill-template';

/** Folder of the template: a complete remote that is linted, type-checked and tested like all others. Its name is a placeholder. */
export const TEMPLATE_DIR = path.join(__dirname, 'template');
const CHECKOUT_DIR = path.resolve(__dirname, '..', '..');
const MAX_TITLE_LENGTH = 60;
/** Folders that are not copied, because an install or a build creates them. */
const EXCLUDED_FOLDERS = new Set(['node_modules', 'dist']);

/** The remote to create. */
interface NewRemote {
  /** Root folder of the checkout. */
  root: string;
  name: string;
  /** Display name; derived from `name` by default. */
  title?: string;
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
  const problem = checkRemoteName(name);
  if (problem !== undefined) throw new ReleaseError(problem);
  if (existsSync(path.join(root, `remote-${name}`))) throw new ReleaseError(`remote-${name}/ already exists.`);
  await requireFreePath(root, name);
}

function parseTitle(title: string): string {
  const trimmedTitle = title.trim();
  if (trimmedTitle !== '' && trimmedTitle.length <= MAX_TITLE_LENGTH && !/[\p{Cc}\p{Cf}]/u.test(trimmedTitle))
    return trimmedTitle;
  throw new ReleaseError(`A title must be one line of 1 to ${MAX_TITLE_LENGTH} characters.`);
}

/** Lists the files of a template as paths relative to its folder. */
export function listTemplateFiles(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (EXCLUDED_FOLDERS.has(entry.name)) return [];
    if (!entry.isDirectory()) return [entry.name];
    return listTemplateFiles(path.join(dir, entry.name)).map((file) => `${entry.name}/${file}`);
  });
}

/**
 * Creates and formats `remote-NAME/` and returns its path. No other file needs a change, because every list of remotes is derived from the
 * folder names.
 * @throws ReleaseError for an invalid name or title, before anything is written
 */
export async function createRemote({ root, name, title = toTitle(name) }: NewRemote): Promise<string> {
  await requireValidName(root, name);
  const displayName = parseTitle(title);
  const dir = path.join(root, `remote-${name}`);
  const fillPlaceholders = (text: string): string =>
    fillTemplate(text, { name, title: displayName }).replaceAll('../../../tsconfig.', '../tsconfig.');
  for (const file of listTemplateFiles(TEMPLATE_DIR)) {
    const target = path.join(dir, fillPlaceholders(file));
    const text = fillPlaceholders(readFileSync(path.join(TEMPLATE_DIR, file), 'utf8'));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  // Format the files, because a longer name can make lines too long.
  const oxfmt = path.join(CHECKOUT_DIR, 'node_modules', 'oxfmt', 'bin', 'oxfmt');
  execFileSync(process.execPath, [oxfmt, '--config', path.join(CHECKOUT_DIR, '.oxfmtrc.json'), dir]);
  return dir;
}

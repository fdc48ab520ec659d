import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ManifestSource, pathShape, ReleaseError, RemoteName, RoutePath } from '@console/shared-contract/federation';

/** A whole remote, linted, type-checked and tested where it lies; its name and its title stand for the new ones. */
export const TEMPLATE = path.join(__dirname, 'template');
const CHECKOUT = path.resolve(__dirname, '..', '..');
const TEMPLATE_NAME = 'example';
const TEMPLATE_TITLE = 'Example title';
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LONGEST_TITLE = 60;
/** Left by an install or a build. */
const NOT_THE_TEMPLATES = new Set(['node_modules', 'dist']);

export interface NewRemote {
  /** Folder of the checkout. */
  root: string;
  name: string;
  /** What a person calls it; from the name when left out. */
  title?: string;
}

/** `big-reports` as `BigReports`. */
function pascal(name: string): string {
  return name.replace(/(^|-)([a-z0-9])/g, (_match, _hyphen: string, letter: string) => letter.toUpperCase());
}

function titleFrom(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

async function refuseTakenPath(root: string, name: string): Promise<void> {
  const shape = pathShape({ path: `/${name}` });
  for (const folder of readdirSync(root).filter((entry) => entry.startsWith('remote-'))) {
    const file = path.join(root, folder, 'remote.manifest.ts');
    if (!existsSync(file)) continue;
    const { manifest } = (await import(pathToFileURL(file).href)) as { manifest?: ManifestSource };
    if (!manifest?.routes?.some((route) => pathShape(route) === shape)) continue;
    throw new ReleaseError(`The path /${name} is ${manifest.name}'s. Take another name.`);
  }
}

async function refuseName(root: string, name: string): Promise<void> {
  if (!NAME.test(name) || !RemoteName.safeParse(name).success) {
    throw new ReleaseError(
      `${name || 'An empty name'} cannot be a remote's name. It has 2 to 31 lowercase letters, digits and single hyphens, and begins with a letter: big-reports.`,
    );
  }
  if (name === TEMPLATE_NAME || !RoutePath.safeParse(`/${name}`).success) {
    throw new ReleaseError(`${name} is kept for the console itself. Take another name.`);
  }
  if (existsSync(path.join(root, `remote-${name}`))) throw new ReleaseError(`There is a remote-${name}/ already.`);
  await refuseTakenPath(root, name);
}

function checkedTitle(title: string): string {
  const trimmed = title.trim();
  if (trimmed !== '' && trimmed.length <= LONGEST_TITLE && !/[\p{Cc}\p{Cf}]/u.test(trimmed)) return trimmed;
  throw new ReleaseError(`A title is one line of 1 to ${LONGEST_TITLE} characters.`);
}

function filesOf(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_THE_TEMPLATES.has(entry.name)) return [];
    if (!entry.isDirectory()) return [entry.name];
    return filesOf(path.join(dir, entry.name)).map((file) => `${entry.name}/${file}`);
  });
}

/**
 * Makes `remote-NAME/`, in the house's format, and answers its folder. Nothing else has to be edited: every list of
 * remotes goes by the folders' names.
 * @throws ReleaseError for a name or title that cannot be, before anything is written
 */
export async function makeRemote({ root, name, title = titleFrom(name) }: NewRemote): Promise<string> {
  await refuseName(root, name);
  const words = checkedTitle(title);
  const dir = path.join(root, `remote-${name}`);
  const renamed = (text: string): string =>
    text
      .replaceAll(`'${TEMPLATE_TITLE}'`, () => JSON.stringify(words))
      .replaceAll(`"${TEMPLATE_TITLE}"`, () => JSON.stringify(words))
      .replaceAll('../../../tsconfig.base.json', '../tsconfig.base.json')
      .replaceAll(pascal(TEMPLATE_NAME), pascal(name))
      .replaceAll(TEMPLATE_NAME, name);
  for (const file of filesOf(TEMPLATE)) {
    const target = path.join(dir, renamed(file));
    const text = renamed(readFileSync(path.join(TEMPLATE, file), 'utf8'));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  // A long name breaks lines elsewhere than the template's.
  const prettier = path.join(CHECKOUT, 'node_modules', 'prettier', 'bin', 'prettier.cjs');
  execFileSync(process.execPath, [
    prettier,
    '--log-level=warn',
    '--config',
    path.join(CHECKOUT, '.prettierrc.json'),
    '--write',
    dir,
  ]);
  return dir;
}

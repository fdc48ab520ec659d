import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { SERVICE_SLUGS, type ServiceSlug } from '@console/shared-contract/api';
import { createUser, findUser, rotateApiToken, setPassword } from '../../domain/account/users';
import { addMember, ALL_SERVICES, createWorkspace, removeMember, setServices } from '../../domain/account/workspaces';
import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { rebuildAllFacets } from '../../data-access/facets';
import { deleteDemoAccounts } from '../../domain/account/demo-accounts';
import { createBackupFile, restoreFrom } from './backup-commands';
import { exportTo } from './export-command';
import { importFrom } from './import-command';

/** Thrown for invalid arguments. The message is printed without a stack. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Runs a command and returns the lines to print. */
type Work = (db: Db) => Promise<string[]>;

interface Command {
  usage: string;
  about: string;
  /** Reads the arguments before any database is opened. Throws UsageError. */
  parse: (args: string[]) => Work;
  whole?: undefined;
}

/** A command for a complete installation, which opens database and files itself. */
interface WholeCommand {
  usage: string;
  about: string;
  whole: (args: string[], config: Config) => Promise<string[]>;
}

const SHORTEST_PASSWORD = 8;

export const commands: Record<string, Command | WholeCommand> = {
  'create-user': {
    usage: 'create-user EMAIL [--password P] [--username NAME] [--can-download]',
    about: 'creates a user; without a password, one is generated and shown',
    parse: (args) => {
      const { values, positionals } = read(
        args,
        { password: { type: 'string' }, username: { type: 'string' }, 'can-download': { type: 'boolean' } },
        1,
      );
      const [email = ''] = positionals;
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`${email} is not a valid email address.`);
      const password = parsePassword(toText(values.password));
      return async (db) => {
        if (await findUser(db, email)) throw new UsageError(`The user ${email} already exists.`);
        await createUser(db, {
          email,
          password,
          username: toText(values.username),
          canDownloadModel: values['can-download'] === true,
        });
        return [`Created user ${email}. Password: ${password}`];
      };
    },
  },
  'create-workspace': {
    usage: 'create-workspace NAME [--services all|a,b,...] [--owner EMAIL]',
    about: 'creates a workspace (default: all services); the owner becomes a member',
    parse: (args) => {
      const { values, positionals } = read(args, { services: { type: 'string' }, owner: { type: 'string' } }, 1);
      const [name = ''] = positionals;
      const services = parseServices(toText(values.services) ?? 'all');
      const owner = toText(values.owner);
      return (db) =>
        db.transaction().execute(async (trx) => {
          const ownerId = owner ? await findUserId(trx, owner) : null;
          const id = await createWorkspace(trx, { name, services, ownerId });
          if (ownerId) await addMember(trx, id, ownerId);
          return [`Created workspace ${name}: ${id}`];
        });
    },
  },
  'add-member': {
    usage: 'add-member WORKSPACE EMAIL',
    about: 'adds a user to a workspace (id or name)',
    parse: onMembership(async (db, workspace, user) => addMember(db, workspace, user), 'is now a member'),
  },
  'remove-member': {
    usage: 'remove-member WORKSPACE EMAIL',
    about: 'removes a user from a workspace',
    parse: onMembership(async (db, workspace, user) => removeMember(db, workspace, user), 'is no longer a member'),
  },
  'set-services': {
    usage: 'set-services WORKSPACE all|a,b,...',
    about: `replaces the services of a workspace: ${SERVICE_SLUGS.join(', ')}`,
    parse: (args) => {
      const [workspace = '', list = ''] = read(args, {}, 2).positionals;
      const services = parseServices(list);
      return (db) =>
        db.transaction().execute(async (trx) => {
          await setServices(trx, await findWorkspaceId(trx, workspace), services);
          return [`${workspace} has: ${services.join(', ')}`];
        });
    },
  },
  'reset-password': {
    usage: 'reset-password EMAIL [--password P]',
    about: 'sets a password, signs the user out everywhere and replaces the API token',
    parse: (args) => {
      const { values, positionals } = read(args, { password: { type: 'string' } }, 1);
      const [email = ''] = positionals;
      const password = parsePassword(toText(values.password));
      return async (db) => {
        await setPassword(db, await findUserId(db, email), password);
        return [
          `New password of ${email}: ${password}`,
          'The API token was replaced. GET /api/account/v2/token/ returns the new one.',
        ];
      };
    },
  },
  'rotate-token': {
    usage: 'rotate-token EMAIL',
    about: 'creates a new API token for the user and revokes the old one',
    parse: (args) => {
      const [email = ''] = read(args, {}, 1).positionals;
      return async (db) => [`New API token of ${email}: ${await rotateApiToken(db, await findUserId(db, email))}`];
    },
  },
  'rebuild-facets': {
    usage: 'rebuild-facets',
    about: 'rebuilds the bitmaps for filters from the tables',
    parse: (args) => {
      read(args, {}, 0);
      return async (db) => [`The facets of ${await rebuildAllFacets(db)} workspaces were rebuilt.`];
    },
  },
  backup: {
    usage: 'backup FILE',
    about: 'writes database, files and releases to a new tar archive; the server may keep running',
    whole: (args, config) => createBackupFile(parseFileArgument(args), config),
  },
  restore: {
    usage: 'restore FILE',
    about: 'restores a backup to an empty target that no server is using',
    whole: (args, config) => restoreFrom(parseFileArgument(args), config),
  },
  export: {
    usage:
      'export WORKSPACE FILE --format coco|yolo|voc|csv|folders|console [--shapes boxes|polygons] [--split none|test|80/10/10] [--seed N] [--version NAME] [--no-pictures] [--only-verified]',
    about: 'writes the images and annotations of a workspace to a new zip',
    whole: (args, config) => {
      const { values, positionals } = read(
        args,
        {
          ...Object.fromEntries(
            ['format', 'shapes', 'split', 'seed', 'version'].map((name) => [name, { type: 'string' as const }]),
          ),
          'no-pictures': { type: 'boolean' },
          'only-verified': { type: 'boolean' },
        },
        2,
      );
      const [workspace = '', file = ''] = positionals;
      const { format, shapes, split, seed, version } = values;
      const exportOptions = {
        format: toText(format),
        shapes: toText(shapes),
        split: toText(split),
        seed: toText(seed),
        version: toText(version),
      };
      const withPictures = values['no-pictures'] !== true;
      return exportTo(
        { workspace, file, ...exportOptions, withPictures, onlyVerified: values['only-verified'] === true },
        config,
        findWorkspaceId,
      );
    },
  },
  import: {
    usage:
      'import WORKSPACE PATH [--format coco|yolo|voc|csv|folders|console|cvat|labelstudio|labelme|labelbox|via|pictures] [--outlines polygons|boxes|both] [--outside clamp|skip] [--task NAME] [--report FILE] [--plan]',
    about: 'imports images and annotations from a file, an archive or a folder; --plan only shows what would change',
    whole: (args, config) => {
      const names = ['format', 'outlines', 'outside', 'task', 'report'];
      const { values, positionals } = read(
        args,
        { ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])), plan: { type: 'boolean' } },
        2,
      );
      const [workspace = '', path = ''] = positionals;
      const [format, outlines, outside, task, report] = names.map((name) => toText(values[name]));
      return importFrom(
        { workspace, path, format, outlines, outside, task, report, planOnly: values.plan === true },
        config,
        findWorkspaceId,
      );
    },
  },
  list: {
    usage: 'list',
    about: 'shows users and workspaces',
    parse: (args) => {
      read(args, {}, 0);
      return listAll;
    },
  },
  'remove-demo-accounts': {
    usage: 'remove-demo-accounts',
    about: 'deletes the accounts with published passwords; their workspaces stay',
    parse: (args) => {
      read(args, {}, 0);
      return async (db) => [`${await deleteDemoAccounts(db)} demo accounts were deleted.`];
    },
  },
};

function parseFileArgument(args: string[]): string {
  return read(args, {}, 1).positionals[0] ?? '';
}

export function formatUsage(): string {
  return ['Commands:', ...Object.values(commands).map((command) => `  ${command.usage}\n      ${command.about}`)].join('\n');
}

function onMembership(change: (db: Db, workspaceId: string, userId: string) => Promise<void>, outcome: string): Command['parse'] {
  return (args) => {
    const [workspace = '', email = ''] = read(args, {}, 2).positionals;
    return (db) =>
      db.transaction().execute(async (trx) => {
        await change(trx, await findWorkspaceId(trx, workspace), await findUserId(trx, email));
        return [`${email} ${outcome} of ${workspace}`];
      });
  };
}

async function listAll(db: Db): Promise<string[]> {
  const users = await db.selectFrom('app_user').select(['email', 'username']).orderBy('email').execute();
  const workspaces = await db.selectFrom('workspace').select(['id', 'name']).orderBy('name').execute();
  const members = await db
    .selectFrom('membership')
    .innerJoin('app_user', 'app_user.id', 'membership.user_id')
    .select(['workspace_id', 'email'])
    .orderBy('email')
    .execute();
  const services = await db.selectFrom('workspace_service').selectAll().orderBy('slug').execute();
  return [
    'Users:',
    ...users.map(({ email, username }) => `  ${email}${username === email ? '' : ` (${username})`}`),
    'Workspaces:',
    ...workspaces.flatMap(({ id, name }) => [
      `  ${name}  ${id}`,
      `    services: ${
        services
          .filter((row) => row.workspace_id === id)
          .map((row) => row.slug)
          .join(', ') || 'none'
      }`,
      `    members: ${
        members
          .filter((row) => row.workspace_id === id)
          .map((row) => row.email)
          .join(', ') || 'none'
      }`,
    ]),
  ];
}

async function findUserId(db: Db, email: string): Promise<string> {
  const user = await findUser(db, email);
  if (!user) throw new UsageError(`User ${email} does not exist.`);
  return user.id;
}

async function findWorkspaceId(db: Db, idOrName: string): Promise<string> {
  const rows = await db.selectFrom('workspace').select(['id', 'name']).execute();
  const matches = rows.filter((row) => row.id === idOrName || row.name === idOrName);
  if (matches.length > 1)
    throw new UsageError(`Several workspaces have the name ${idOrName}. Use an id: ${matches.map((row) => row.id).join(', ')}`);
  if (!matches[0]) throw new UsageError(`Workspace ${idOrName} does not exist.`);
  return matches[0].id;
}

function parseServices(list: string): ServiceSlug[] {
  if (list === 'all') return [...ALL_SERVICES];
  return list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
    .map((item) => {
      const slug = SERVICE_SLUGS.find((known) => known === item);
      if (!slug) throw new UsageError(`${item} is not a service. Services: ${SERVICE_SLUGS.join(', ')}`);
      return slug;
    });
}

function parsePassword(input: string | undefined): string {
  if (input === undefined) return randomBytes(12).toString('base64url');
  if (input.length < SHORTEST_PASSWORD) throw new UsageError(`A password must have at least ${SHORTEST_PASSWORD} characters.`);
  return input;
}

interface Arguments {
  values: Record<string, unknown>;
  positionals: string[];
}

function read(args: string[], options: Record<string, { type: 'string' | 'boolean' }>, count: number): Arguments {
  const parsedArguments = parseOrExplain(args, options);
  if (parsedArguments.positionals.length !== count) throw new UsageError(`Wrong number of arguments.\n${formatUsage()}`);
  return parsedArguments;
}

function parseOrExplain(args: string[], options: Record<string, { type: 'string' | 'boolean' }>): Arguments {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

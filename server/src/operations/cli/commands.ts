import { randomBytes } from 'node:crypto';
import { SERVICE_SLUGS, type ServiceSlug } from '@console/shared-contract/api';
import { MIN_PASSWORD_LENGTH } from '@console/shared-contract/limits';
import { forgetDeclaredName, forgetUser } from '../../domain/account/forget-user';
import { createUser, findUser, rotateApiToken, setPassword } from '../../domain/account/users';
import { addMember, ALL_SERVICES, createWorkspace, setServices } from '../../domain/account/workspaces';
import type { Db } from '../../platform/database/connection';
import { rebuildAllFacets } from '../../data-access/facets';
import { deleteDemoAccounts } from '../../domain/account/demo-accounts';
import { createBackupFile, restoreFrom } from './backup-commands';
import { defineCommand, findUserId, findWorkspaceId, inTransaction, onDatabase, UsageError, type Command } from './command';
import { EXPORT_OPTIONS, exportTo } from './export-command';
import { IMPORT_OPTIONS, importFrom } from './import-command';
import { listMembers, memberCommands } from './member-commands';
import { passwordLinkCommand } from './password-link-command';

const PASSWORD_OPTION = { password: { type: 'string' } } as const;

/** The commands of the program `admin` by name. `parse` checks the arguments and returns the function that runs the command. */
export const commands: Record<string, Command> = {
  'create-user': defineCommand({
    usage: 'create-user EMAIL [--password P] [--username NAME] [--can-download]',
    description: 'creates a user; without a password, one is generated and shown',
    argumentCount: 1,
    options: { ...PASSWORD_OPTION, username: { type: 'string' }, 'can-download': { type: 'boolean' } },
    parse: ([email = ''], { username, 'can-download': canDownloadModel = false, ...values }) => {
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`${email} is not a valid email address.`);
      const password = parsePassword(values.password);
      return onDatabase(async (db) => {
        if (await findUser(db, email)) throw new UsageError(`The user ${email} already exists.`);
        await createUser(db, { email, password, username, canDownloadModel });
        return [`Created user ${email}. Password: ${password}`];
      });
    },
  }),
  'create-workspace': defineCommand({
    usage: 'create-workspace NAME [--services all|a,b,...] [--owner EMAIL]',
    description: 'creates a workspace (default: all services); the owner becomes a member',
    argumentCount: 1,
    options: { services: { type: 'string', default: 'all' }, owner: { type: 'string' } },
    parse: ([name = ''], values) => {
      const services = parseServices(values.services);
      return inTransaction(async (trx) => {
        const ownerId = values.owner ? await findUserId(trx, values.owner) : null;
        const id = await createWorkspace(trx, { name, services, ownerId });
        if (ownerId) await addMember(trx, id, ownerId);
        return [`Created workspace ${name}: ${id}`];
      });
    },
  }),
  ...memberCommands,
  'set-services': defineCommand({
    usage: 'set-services WORKSPACE all|a,b,...',
    description: `replaces the services of a workspace: ${SERVICE_SLUGS.join(', ')}`,
    argumentCount: 2,
    parse: ([workspace = '', list = '']) => {
      const services = parseServices(list);
      return inTransaction(async (trx) => {
        await setServices(trx, await findWorkspaceId(trx, workspace), services);
        return [`${workspace} has: ${services.join(', ')}`];
      });
    },
  }),
  'reset-password': defineCommand({
    usage: 'reset-password EMAIL [--password P]',
    description: 'sets a password, signs the user out everywhere and replaces the API token',
    argumentCount: 1,
    options: PASSWORD_OPTION,
    parse: ([email = ''], values) => {
      const password = parsePassword(values.password);
      return onDatabase(async (db) => {
        await setPassword(db, await findUserId(db, email), password);
        return [
          `New password of ${email}: ${password}`,
          'The API token was replaced. GET /api/account/v2/token/ returns the new one.',
        ];
      });
    },
  }),
  'password-link': passwordLinkCommand,
  'rotate-token': defineCommand({
    usage: 'rotate-token EMAIL',
    description: 'creates a new API token for the user and revokes the old one',
    argumentCount: 1,
    parse: ([email = '']) =>
      onDatabase(async (db) => [`New API token of ${email}: ${await rotateApiToken(db, await findUserId(db, email))}`]),
  }),
  'forget-user': defineCommand({
    usage: 'forget-user EMAIL',
    description: 'closes an account and replaces its name and email everywhere; the work of the user stays. Cannot be undone',
    argumentCount: 1,
    parse: ([email = '']) =>
      inTransaction(async (trx) => {
        const { pseudonym, workspaces, replaced } = await forgetUser(trx, email);
        return [
          pseudonym === null
            ? `No account has the email ${email}.`
            : `Closed the account ${email}, which is now named ${pseudonym}. It was a member of ${workspaces} workspaces.`,
          ...replaced.map(({ table, rows }) => `Replaced the email or name in ${rows} rows of ${table}.`),
          'Backups and exported files still contain the email and the name.',
        ];
      }),
  }),
  'forget-declared': defineCommand({
    usage: 'forget-declared NAME',
    description: 'removes a name from the data of imported files, for example the name of an annotator. Cannot be undone',
    argumentCount: 1,
    parse: ([name = '']) =>
      inTransaction(async (trx) => {
        const replaced = await forgetDeclaredName(trx, name);
        return [
          ...(replaced.length === 0 ? [`No imported file declares the name ${name}.`] : []),
          ...replaced.map(({ table, rows }) => `Removed the name in ${rows} rows of ${table}.`),
          'Backups and exported files still contain the name.',
        ];
      }),
  }),
  'rebuild-facets': defineCommand({
    usage: 'rebuild-facets',
    description: 'rebuilds the facets, the bitmaps that filters and counts use, from the tables',
    argumentCount: 0,
    parse: () => onDatabase(async (db) => [`The facets of ${await rebuildAllFacets(db)} workspaces were rebuilt.`]),
  }),
  backup: defineCommand({
    usage: 'backup FILE',
    description: 'writes database, files and releases to a new tar archive; the server may keep running',
    argumentCount: 1,
    parse:
      ([file = '']) =>
      (config) =>
        createBackupFile(file, config),
  }),
  restore: defineCommand({
    usage: 'restore FILE',
    description: 'restores a backup to an empty target that no server is using',
    argumentCount: 1,
    parse:
      ([file = '']) =>
      (config) =>
        restoreFrom(file, config),
  }),
  export: defineCommand({
    usage:
      'export WORKSPACE FILE --format coco|yolo|voc|cvat|labelstudio|labelme|dota|csv|folders|console [--shapes boxes|polygons|rotated_boxes|skeletons] [--split none|test|80/10/10] [--seed N] [--version NAME] [--no-pictures] [--only-verified]',
    description: 'writes the images and annotations of a workspace to a new zip',
    argumentCount: 2,
    options: EXPORT_OPTIONS,
    parse: ([workspace = '', file = ''], options) => exportTo(workspace, file, options),
  }),
  import: defineCommand({
    usage:
      'import WORKSPACE PATH [--format coco|yolo|voc|csv|folders|console|cvat|datumaro|labelstudio|labelme|labelbox|via|dota|pictures] [--outlines polygons|boxes|both] [--outside clamp|skip] [--task NAME] [--adopt-confirmations] [--report FILE] [--plan]',
    description: 'imports images and annotations from a file, an archive or a folder; --plan only shows what would change',
    argumentCount: 2,
    options: IMPORT_OPTIONS,
    parse: ([workspace = '', path = ''], options) => importFrom(workspace, path, options),
  }),
  list: defineCommand({
    usage: 'list',
    description: 'shows users and workspaces',
    argumentCount: 0,
    parse: () => onDatabase(listAll),
  }),
  'remove-demo-accounts': defineCommand({
    usage: 'remove-demo-accounts',
    description: 'deletes the demo accounts, whose passwords are published; their workspaces stay',
    argumentCount: 0,
    parse: () => onDatabase(async (db) => [`${await deleteDemoAccounts(db)} demo accounts were deleted.`]),
  }),
};

export function formatUsage(): string {
  return ['Commands:', ...Object.values(commands).map(({ usage, description }) => `  ${usage}\n      ${description}`)].join('\n');
}

async function listAll(db: Db): Promise<string[]> {
  const users = await db.selectFrom('app_user').select(['email', 'username']).orderBy('email').execute();
  const workspaces = await db.selectFrom('workspace').select(['id', 'name']).orderBy('name').execute();
  const members = await listMembers(db);
  const services = await db.selectFrom('workspace_service').select(['workspace_id', 'slug as name']).orderBy('slug').execute();
  const formatNames = (rows: readonly { workspace_id: string; name: string }[], workspaceId: string) =>
    rows.flatMap(({ workspace_id, name }) => (workspace_id === workspaceId ? name : [])).join(', ') || 'none';
  return [
    'Users:',
    ...users.map(({ email, username }) => `  ${email}${username === email ? '' : ` (${username})`}`),
    'Workspaces:',
    ...workspaces.flatMap(({ id, name }) => [
      `  ${name}  ${id}`,
      `    services: ${formatNames(services, id)}`,
      `    members: ${formatNames(members, id)}`,
    ]),
  ];
}

function parseServices(list: string): ServiceSlug[] {
  if (list === 'all') return [...ALL_SERVICES];
  const names = list.split(',').map((name) => name.trim());
  return names.filter(Boolean).map((name) => {
    const slug = SERVICE_SLUGS.find((candidate) => candidate === name);
    if (!slug) throw new UsageError(`${name} is not a service. Services: ${SERVICE_SLUGS.join(', ')}`);
    return slug;
  });
}

function parsePassword(input: string | undefined): string {
  if (input === undefined) return randomBytes(12).toString('base64url');
  if (input.length < MIN_PASSWORD_LENGTH)
    throw new UsageError(`A password must have at least ${MIN_PASSWORD_LENGTH} characters.`);
  return input;
}

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { findUser } from '../../domain/account/users';
import type { Config } from '../../platform/config';
import { declareWriter } from '../../platform/database/change-log';
import type { Db } from '../../platform/database/connection';
import { openForCommand } from '../../platform/database/open';

/** Thrown if a command cannot be carried out. The message is printed without a stack. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Runs a parsed command on an installation. Returns the lines to print. */
type RunCommand = (config: Config) => Promise<string[]>;

export interface Command {
  usage: string;
  description: string;
  /** Parses the arguments before anything is opened. Throws UsageError. */
  parse: (args: string[]) => RunCommand;
}

type Options = NonNullable<ParseArgsConfig['options']>;
export type OptionValues<T extends Options> = ReturnType<typeof parseArgs<{ args: string[]; options: T }>>['values'];

interface CommandDefinition<T extends Options> {
  usage: string;
  description: string;
  /** Number of arguments that are not options. */
  argumentCount: number;
  options?: T;
  parse: (positionals: string[], values: OptionValues<T>) => RunCommand;
}

/** Defines a command of the program `admin`. */
export function defineCommand<T extends Options>({
  usage,
  description,
  argumentCount,
  options,
  parse,
}: CommandDefinition<T>): Command {
  return {
    usage,
    description,
    parse: (args) => {
      const { positionals, values } = parseOrExplain(args, options);
      if (positionals.length !== argumentCount) throw new UsageError(`Wrong number of arguments. Usage: ${usage}`);
      return parse(positionals, values as OptionValues<T>);
    },
  };
}

function parseOrExplain(args: string[], options?: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Runs `work` on the database of the installation, whether or not a server is running. */
export const onDatabase =
  (work: (db: Db) => Promise<string[]>): RunCommand =>
  async (config) => {
    const { db, close } = await openForCommand(config);
    try {
      return await work(db);
    } finally {
      await close();
    }
  };

/** Runs `work` in a transaction. The change log names the operator as the author of its changes. */
export function inTransaction(work: (trx: Db) => Promise<string[]>): RunCommand {
  return onDatabase((db) =>
    db.transaction().execute(async (trx) => {
      await declareWriter(trx, { userId: null, origin: 'operator' });
      return work(trx);
    }),
  );
}

/** Returns the id of the user with this email or user name. Throws UsageError if there is none. */
export async function findUserId(db: Db, emailOrName: string): Promise<string> {
  const user = await findUser(db, emailOrName);
  if (!user) throw new UsageError(`User ${emailOrName} does not exist.`);
  return user.id;
}

/** Returns the id of a workspace. Throws UsageError if it does not exist, or if several workspaces have the name. */
export async function findWorkspaceId(db: Db, idOrName: string): Promise<string> {
  const rows = await db.selectFrom('workspace').select(['id', 'name']).execute();
  const matches = rows.filter((row) => row.id === idOrName || row.name === idOrName);
  if (matches.length > 1)
    throw new UsageError(`Several workspaces have the name ${idOrName}. Use an id: ${matches.map((row) => row.id).join(', ')}`);
  if (!matches[0]) throw new UsageError(`Workspace ${idOrName} does not exist.`);
  return matches[0].id;
}

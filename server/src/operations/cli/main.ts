import { readConfig } from '../../platform/config';
import { openForCommand } from '../../platform/database/open';
import { ignoreClosedOutput } from './closed-pipe.mjs';
import { commands, formatUsage, UsageError } from './commands';

/** Runs `admin COMMAND ...` on the data folder, whether or not a server is running. */
async function main(args: string[]): Promise<void> {
  const [name = 'help', ...rest] = args;
  const command = commands[name];
  if (!command) {
    console.log(formatUsage());
    if (name !== 'help') throw new UsageError(`Unknown command: ${name}`);
    return;
  }
  if (command.whole) {
    for (const line of await command.whole(rest, readConfig(process.env))) console.log(line);
    return;
  }
  const work = command.parse(rest);
  const database = await openForCommand(readConfig(process.env));
  try {
    for (const line of await work(database.db)) console.log(line);
  } finally {
    await database.close();
  }
}

/** Runs the program. Loading the bundle alone starts nothing, so that the build can create its code cache. */
export function run(): void {
  ignoreClosedOutput();
  main(process.argv.slice(2)).catch((error: unknown) => {
    const isForThePerson =
      error instanceof Error &&
      ['UsageError', 'BackupError', 'ExportError', 'ImportError', 'ConfigError', 'FolderInUseError'].includes(error.name);
    console.error(isForThePerson ? error.message : error);
    process.exit(1);
  });
}

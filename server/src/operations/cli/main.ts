import { readConfig } from '../../platform/config';
import { ignoreClosedOutput } from './closed-pipe.mjs';
import { UsageError } from './command';
import { commands, formatUsage } from './commands';

/** Runs `admin COMMAND ...` on the data folder, whether or not a server is running. */
async function main(args: string[]): Promise<void> {
  const [name = 'help', ...commandArgs] = args;
  const command = commands[name];
  if (!command) {
    console.log(formatUsage());
    if (name !== 'help') throw new UsageError(`Unknown command: ${name}`);
    return;
  }
  const runCommand = command.parse(commandArgs);
  for (const line of await runCommand(readConfig(process.env))) console.log(line);
}

/** Runs the program. Loading the bundle alone starts nothing, so that the build can create its code cache. */
export function run(): void {
  ignoreClosedOutput();
  main(process.argv.slice(2)).catch((error: unknown) => {
    const isForOperator =
      error instanceof Error &&
      ['UsageError', 'BackupError', 'ConfigError', 'FolderInUseError', 'NewerDatabaseError'].includes(error.name);
    console.error(isForOperator ? error.message : error);
    process.exit(1);
  });
}

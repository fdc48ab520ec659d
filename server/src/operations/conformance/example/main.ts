import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startExampleServer } from './example-server';

// `npm run example-model-server` starts an example for a console with MODEL_SERVER_URL=http://127.0.0.1:8000.

const { PORT = '8000', TOKEN, FOLDER = join(tmpdir(), 'example-models'), CONSOLE_URL, CONSOLE_TOKEN } = process.env;

if (!CONSOLE_URL || !CONSOLE_TOKEN) {
  process.stderr.write(
    'Set CONSOLE_URL to the URL of the console and CONSOLE_TOKEN to the API token of a member of its workspaces.\n',
  );
  process.exitCode = 2;
} else {
  const access = { url: CONSOLE_URL, token: CONSOLE_TOKEN };
  void startExampleServer({ port: Number(PORT), token: TOKEN ?? null, folder: FOLDER, console: access }).then(({ url }) => {
    process.stdout.write(`The example model server listens on ${url}\n`);
  });
}

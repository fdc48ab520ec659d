import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '..', '..');
const READY_WITHIN_MS = 90_000;
/** Environment variable that passes the folder to the test processes. */
const TEMPLATE = 'CONSOLE_TEMPLATE_DIR';

/** Copies owners too: PostgreSQL rejects files of another account, and as root it runs under a separate account. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') return cp(from, to, { recursive: true });
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      if (address === null || typeof address === 'string') return reject(new Error('no port'));
      probe.close(() => resolve(address.port));
    });
  });
}

/** The built product as a process with its own port and data folder, as in `npm start`. */
export class ConsoleServer {
  private child: ChildProcess | undefined;
  private log = '';

  private constructor(
    readonly port: number,
    readonly dataDir: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts with a new data folder that contains the demo. Resolves when the server responds. */
  static async create(env: NodeJS.ProcessEnv = {}): Promise<ConsoleServer> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'console-e2e-'));
    const template = process.env[TEMPLATE];
    if (template) await copyFolder(template, dataDir);
    const server = new ConsoleServer(await freePort(), dataDir, env);
    await server.start();
    return server;
  }

  /**
   * Makes the data folder that the servers of a run are copies of: a first start draws the demo's pictures, which costs as
   * much as four starts on a copy. Answers the folder, to be removed at the end of the run.
   */
  static async makeTemplate(): Promise<string> {
    const server = await ConsoleServer.create();
    await server.end('SIGINT');
    process.env[TEMPLATE] = server.dataDir;
    return server.dataDir;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [path.join(ROOT, 'server/dist/main.mjs')], {
      env: { ...process.env, BUILD_DIR: path.join(ROOT, 'build'), ...this.env, PORT: String(this.port), DATA_DIR: this.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    const keep = (chunk: Buffer) => (this.log = (this.log + chunk.toString()).slice(-20_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const deadline = Date.now() + READY_WITHIN_MS;
    while (Date.now() < deadline) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${this.log}`);
      if (await this.answers()) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The server did not answer within ${READY_WITHIN_MS} ms:\n${this.log}`);
  }

  private async answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/config.json`, { signal: AbortSignal.timeout(2000) })).ok;
    } catch {
      return false;
    }
  }

  private end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  }

  /** Kills the process without a chance to finish anything. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Stops the process like Ctrl-C and removes the data folder. */
  async remove(): Promise<void> {
    await this.end('SIGINT');
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY_ROOT = path.resolve(__dirname, '..', '..');
const START_TIMEOUT_MS = 90_000;
/** Time limit for the background jobs of the demo data, which assemble models and predict the test images. */
const QUEUE_TIMEOUT_MS = 240_000;
/** The job queue counts as idle if no job has run for this time. */
const IDLE_MS = 2000;
/** Matches a line of the metrics that counts running or waiting jobs, except the job that computes embeddings. */
const ACTIVE_JOB = /^console_queue_jobs\{(?![^}]*"describe-things")[^}]*state="(running|waiting)"\} [1-9]/m;
/** Environment variable that passes the template folder to the test processes. */
const TEMPLATE_VARIABLE = 'CONSOLE_TEMPLATE_DIR';

/** Copies a folder including file owners, because PostgreSQL rejects data files of another account. */
async function copyFolder(source: string, target: string): Promise<void> {
  if (process.platform === 'win32') return cp(source, target, { recursive: true });
  await promisify(execFile)('cp', ['-a', `${source}/.`, target]);
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const portProbe = createServer();
    portProbe.once('error', reject);
    portProbe.listen(0, '127.0.0.1', () => {
      const address = portProbe.address();
      if (address === null || typeof address === 'string') return reject(new Error('The probe server has no port'));
      portProbe.close(() => resolve(address.port));
    });
  });
}

/** The built server as a process with its own port and data folder, started as by `npm start`. */
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

  /** Whether the process exists. It may still be starting. */
  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts with a new data folder that contains the demo. Resolves when the server responds. */
  static async create(env: NodeJS.ProcessEnv = {}): Promise<ConsoleServer> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'console-e2e-'));
    const template = process.env[TEMPLATE_VARIABLE];
    if (template) await copyFolder(template, dataDir);
    // Turn off the built-in models: the copy already has the demo's models, and no browser test predicts or searches by similarity.
    // Computing the embeddings of the demo took a sixth of the CPU time of the browser tests.
    const server = new ConsoleServer(await findFreePort(), dataDir, { ...(template && { BUILT_IN_MODELS: 'off' }), ...env });
    try {
      await server.start();
    } catch (error) {
      // Stop the process, because a server that is still starting would continue to run after the tests.
      await server.stopAndDelete();
      throw error;
    }
    return server;
  }

  /**
   * Creates the data folder with the demo and its models. Copying it saves time, because generating the demo images takes as
   * long as four server starts. Returns the folder. The caller deletes it at the end of the run.
   */
  static async createTemplate(): Promise<string> {
    const metricsToken = randomUUID();
    const server = await ConsoleServer.create({ METRICS_TOKEN: metricsToken });
    await server.waitForIdleQueue(metricsToken).catch(async (error: unknown) => {
      await server.stopAndDelete();
      throw error;
    });
    await server.stopProcess('SIGINT');
    process.env[TEMPLATE_VARIABLE] = server.dataDir;
    return server.dataDir;
  }

  /** Starts the process and resolves when the server responds. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [path.join(REPOSITORY_ROOT, 'server/dist/main.mjs')], {
      env: {
        ...process.env,
        BUILD_DIR: path.join(REPOSITORY_ROOT, 'build'),
        ...this.env,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    const appendToLog = (chunk: Buffer) => (this.log = (this.log + chunk.toString()).slice(-20_000));
    child.stdout.on('data', appendToLog);
    child.stderr.on('data', appendToLog);
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (child.exitCode !== null) throw new Error(`The server exited with ${child.exitCode}:\n${this.log}`);
      if (await this.isResponding()) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The server did not respond within ${START_TIMEOUT_MS} ms:\n${this.log}`);
  }

  private async isResponding(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/config.json`, { signal: AbortSignal.timeout(2000) })).ok;
    } catch {
      return false;
    }
  }

  /**
   * Resolves when no job has run or waited for two seconds. A finished job may queue another job shortly afterwards.
   * @throws if jobs still run after the time limit, for example because one of them fails and is retried
   */
  private async waitForIdleQueue(metricsToken: string): Promise<void> {
    const deadline = Date.now() + QUEUE_TIMEOUT_MS;
    let lastBusyTime = Date.now();
    while (Date.now() - lastBusyTime < IDLE_MS) {
      if (!this.isRunning || Date.now() > deadline) throw new Error(`The demo's models were not completed:\n${this.log}`);
      const response = await fetch(`${this.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
      if (!response.ok || ACTIVE_JOB.test(await response.text())) lastBusyTime = Date.now();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  private stopProcess(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (!child || !this.isRunning) return Promise.resolve();
    return new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  }

  /** Kills the process with SIGKILL, without a clean shutdown. */
  kill(): Promise<void> {
    return this.stopProcess('SIGKILL');
  }

  /** Stops the process as Ctrl-C does and deletes the data folder. */
  async stopAndDelete(): Promise<void> {
    await this.stopProcess('SIGINT');
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

import type { Db } from '../../database/connection';
import type { TestClient } from '../../testing/client';
import type { World } from '../../testing/world';

export type Result = 'held' | 'fell' | 'skipped';

/** One thing that was tried, and how the server took it. */
export interface Attempt {
  /** Such as the call and the field. */
  what: string;
  result: Result;
  /** What came instead, or why it could not be tried. */
  why?: string;
}

/** A user with every service in a workspace of their own. */
export interface BareTenant {
  email: string;
  password: string;
  userId: string;
  workspaceId: string;
  /** Speaks with the API token. */
  client: TestClient;
}

/** One with a row of everything in the workspace. */
export interface Tenant extends BareTenant {
  world: World;
}

export interface AttackServer {
  /** Such as http://127.0.0.1:3000; another one after `killAndStart`, as is the process. */
  readonly origin: string;
  /** Of the API process. */
  readonly pid: number;
  dataDir: string;
  db: Db;
  createTenant: () => Promise<Tenant>;
  makeBareTenant: () => Promise<BareTenant>;
  stop: () => Promise<void>;
  /** Ends the process in the middle of what it does, and starts another on the same data folder. */
  killAndStart: () => Promise<void>;
}

export interface ServerOptions {
  /** Folder that the data folder is made in. */
  under?: string;
  /** With the console and its releases. */
  console?: boolean;
}

export interface AttackContext extends AttackServer {
  /** Another server with settings of its own on a data folder of its own, below a folder that is given; stopped when the class has run. */
  startServer: (environment: Record<string, string>, options?: ServerOptions) => Promise<AttackServer>;
}

export interface AttackClass {
  /** Given to `npm run attack -- NAME`. */
  name: string;
  run: (context: AttackContext) => Promise<Attempt[]>;
}

/** An attempt by whether it held; `why` says what came instead and is dropped when it did. */
export function judged(what: string, held: boolean, why: string): Attempt {
  return held ? { what, result: 'held' } : { what, result: 'fell', why };
}

import type { Db } from '../../../../server/src/platform/database/connection';
import type { TestClient } from '../../../../server/src/testing/api/client';
import type { SampleRows } from '../../../../server/src/testing/samples/sample-rows';

export type Result = 'resisted' | 'failed' | 'skipped';

/** One attack and its result. */
export interface Attempt {
  /** For example the API request and the invalid field. */
  description: string;
  result: Result;
  /** The unexpected response, or why the attempt was skipped. */
  reason?: string;
}

/** A user with a separate, empty workspace that has all services. */
export interface EmptyTenant {
  email: string;
  password: string;
  userId: string;
  workspaceId: string;
  /** Client with a session, because some API endpoints reject API tokens. */
  client: TestClient;
}

/** A tenant with a row of each kind in the workspace. */
export interface Tenant extends EmptyTenant {
  sampleRows: SampleRows;
}

export interface AttackServer {
  /** For example http://127.0.0.1:3000. Changes after `killAndStart`. */
  readonly origin: string;
  /** Id of the API process. Changes after `killAndStart`. */
  readonly pid: number;
  dataDir: string;
  db: Db;
  createTenant: () => Promise<Tenant>;
  createEmptyTenant: () => Promise<EmptyTenant>;
  stop: () => Promise<void>;
  /** Kills the process and starts another process on the same data folder. */
  killAndStart: () => Promise<void>;
}

export interface ServerOptions {
  /** Folder in which the server's data folder is created. */
  parentFolder?: string;
  /** Whether to serve the console and its releases. */
  console?: boolean;
}

export interface AttackContext extends AttackServer {
  /** Starts another server with these settings and a new data folder. It is stopped after the attacks of the class. */
  startServer: (environment: Record<string, string>, options?: ServerOptions) => Promise<AttackServer>;
}

/** A group of similar attacks that is run as a whole. */
export interface AttackClass {
  /** Argument of `npm run attack -- NAME`. */
  name: string;
  run: (context: AttackContext) => Promise<Attempt[]>;
}

/** Creates the record of one attempt. `reason` describes the unexpected response and is used only if the server failed. */
export function createAttempt(description: string, isSafe: boolean, reason: string): Attempt {
  return isSafe ? { description, result: 'resisted' } : { description, result: 'failed', reason };
}

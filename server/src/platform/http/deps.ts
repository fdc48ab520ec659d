import type { ApiCallKey, ReleaseStatus } from '@console/shared-contract/api';
import type { Config } from '../config';
import type { DatabaseProbe, Db } from '../database/connection';
import type { FileUrlSigner } from '../files/signed-url';
import type { FileStore } from '../files/store';
import type { LiveStreams } from '../live/live-streams';
import type { Caller } from '../access/caller';
import type { Scope } from '../access/scope';

/** The services that all parts of the application share. */
export interface Deps {
  db: Db;
  /**
   * Checks the database on a separate connection, because a probe must not wait behind the requests of a busy server. Default: uses `db`.
   */
  probe?: Pick<DatabaseProbe, 'check'>;
  files: FileStore;
  /** The open streams that announce changes to browsers. Undefined if the server offers no streams. */
  live?: LiveStreams;
  fileUrlSigner: FileUrlSigner;
  config: Config;
  /** Lists the releases of micro-frontends. Undefined without a console. */
  listReleases?: () => Promise<ReleaseStatus[]>;
}

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps;
    /** The calls of the contract that a module has registered. */
    registeredCalls: Set<ApiCallKey>;
    /** All routes, including those outside the contract such as `GET /api/files/:key`. */
    routeTable: Set<string>;
  }
  interface FastifyContextConfig {
    /** Whether error bodies of the route also have a field `status`. */
    isPrediction?: boolean;
    /** Whether the response stays open. Its duration is then left out of the metrics. */
    isStream?: boolean;
  }
  interface FastifyRequest {
    /** Null for calls without authentication. */
    caller: Caller | null;
    /** What the caller may access. Null for calls without authentication. */
    scope: Scope | null;
  }
}

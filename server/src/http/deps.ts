import type { ApiCallKey } from '@console/shared-contract/api';
import type { Config } from '../config';
import type { Db } from '../database/connection';
import type { FileAddresses } from '../files/signed-address';
import type { FileStore } from '../files/store';
import type { Caller } from '../access/caller';

/** What every part of the application works with. */
export interface Deps {
  db: Db;
  files: FileStore;
  addresses: FileAddresses;
  config: Config;
}

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps;
    /** Calls of the contract that have been bound; kept for the route table. */
    boundCalls: Set<ApiCallKey>;
    /** Every route there is, also those outside the contract: `GET /api/files/:key`. */
    routeTable: Set<string>;
  }
  interface FastifyRequest {
    /** Null on calls that need no session. */
    caller: Caller | null;
  }
}

import { historyCalls, trashCalls, type StatisticsDimension } from '@console/shared-contract/api';
import type { Client, ClientConfig } from 'pg';
import { readChangePage, readChangeSetPage } from '../../../../../server/src/domain/history/routes';
import { listDeletedRows } from '../../../../../server/src/domain/history/trash/list-deleted';
import { readStatistics } from '../../../../../server/src/domain/history/statistics/read-statistics';
import { expectBody, type TestClient } from '../../../../../server/src/testing/api/client';
import { measureAlternately, percentile, type Cell } from '../../../support/measure';
import { recordStatements, type Statement } from '../lists/statements';
import type { BenchChanges, SetFilter } from './load-changes';

const SETS = 'GET /history/v2/set/';
const CHANGES = 'GET /history/v2/change/';
const DELETED = 'GET /history/v2/deleted/';
/** Limits in milliseconds. */
const MAX_SET_PAGE = 60;
const MAX_SUBJECT_PAGE = 20;
const MAX_DELETED_PAGE = 100;
const MAX_STATISTICS = 300;
const WARM_UP_ROUNDS = 2;

export const READ_HEADER = ['history', 'rows', 'HTTP p50', 'HTTP p95', 'SQL p50', 'SQL p95', 'ratio p50', 'ratio p95', 'limit'];

interface Read {
  name: string;
  path: string;
  query: Record<string, string>;
  limit: number;
  /** Records the SQL statements of the request, except those of the authentication. */
  record: (config: ClientConfig) => Promise<Statement[]>;
}

/** Server, connections and workspace of the measurement. */
interface ReadTarget {
  client: TestClient;
  bare: Client;
  config: ClientConfig;
  workspaceId: string;
}

/**
 * Measures the first page of each activity filter, a deep page, and the history of rows. Measures each request alternately over
 * HTTP and as bare SQL. Returns table rows in milliseconds, and the names of the reads whose p95 exceeds the limit.
 */
export async function measureReads(
  { client, bare, config, workspaceId }: ReadTarget,
  changes: BenchChanges,
  rounds: number,
): Promise<{ rows: Cell[][]; exceeded: string[] }> {
  const rows: Cell[][] = [];
  const exceeded: string[] = [];
  for (const { name, path, query, limit, record } of listReads(workspaceId, changes)) {
    let count = 0;
    const request = async () => {
      const response = await client.get(path, { workspace: workspaceId, ...query });
      count = expectBody<{ results: unknown[] }>(response).results.length;
    };
    const statements = await record(config);
    const replay = async () => {
      for (const { text, values } of statements) await bare.query(text, values);
    };
    const [http = [], plain = []] = await measureAlternately(rounds, [request, replay], rounds > 1 ? WARM_UP_ROUNDS : 0);
    const [h50, h95, s50, s95] = [percentile(http, 0.5), percentile(http, 0.95), percentile(plain, 0.5), percentile(plain, 0.95)];
    rows.push([name, String(count), h50, h95, s50, s95, h50 / s50, h95 / s95, limit]);
    if (h95 > limit) exceeded.push(name);
  }
  return { rows, exceeded };
}

function listReads(workspaceId: string, { filters, subjects, largeSet }: BenchChanges): Read[] {
  const readSets = (name: string, query: SetFilter): Read => ({
    name,
    path: '/history/v2/set/',
    query,
    limit: MAX_SET_PAGE,
    record: (config) =>
      recordStatements(config, (db) => readChangeSetPage(db, workspaceId, historyCalls[SETS].query.parse(query))),
  });
  const readChanges = (name: string, query: SetFilter): Read => ({
    name,
    path: '/history/v2/change/',
    query,
    limit: MAX_SUBJECT_PAGE,
    record: (config) =>
      recordStatements(config, (db) => readChangePage(db, workspaceId, historyCalls[CHANGES].query.parse(query))),
  });
  const readDeleted = (name: string, query: Record<string, string>): Read => ({
    name: `deleted rows: ${name}`,
    path: '/history/v2/deleted/',
    query,
    limit: MAX_DELETED_PAGE,
    record: (config) =>
      recordStatements(config, (db) =>
        listDeletedRows(db, workspaceId, { ...trashCalls[DELETED].query.parse(query), trashDays: 30 }, (key) => key),
      ),
  });
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const readMonth = (...dimensions: StatisticsDimension[]): Read => {
    const period = { from: day(40), to: day(10) };
    return {
      name: `statistics of a month by ${dimensions.join(' and ')}`,
      path: '/history/v2/statistics/',
      query: { ...period, group_by: dimensions.join(',') },
      limit: MAX_STATISTICS,
      record: (config) => recordStatements(config, (db) => readStatistics(db, { workspaceId, ...period }, dimensions)),
    };
  };
  return [
    ...Object.entries(filters).map(([name, filter]) => readSets(`activity: ${name}`, filter)),
    ...Object.entries(subjects).map(([name, subject]) => readChanges(`history of ${name}`, { subject })),
    readChanges('entries of a set of 5,000', { change_set: String(largeSet) }),
    readDeleted('no filter', {}),
    readDeleted('rare kind', { kind: 'product_set' }),
    readDeleted('name that nothing has', { search: 'zebra' }),
    readMonth('user'),
    readMonth('user', 'day'),
    readMonth('label', 'week'),
  ];
}

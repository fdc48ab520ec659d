import { historyCalls, trashCalls, type StatisticsDimension } from '@console/shared-contract/api';
import type { Client, ClientConfig } from 'pg';
import { readChangePage, readChangeSetPage } from '../../../../../server/src/domain/history/routes';
import { listDeletedRows } from '../../../../../server/src/domain/history/trash/list-deleted';
import { readStatistics } from '../../../../../server/src/domain/history/statistics/read-statistics';
import { expectBody, type TestClient } from '../../../../../server/src/testing/api/client';
import { measureAlternately, percentile, type Cell } from '../../../support/measure';
import { recordStatements, type Statement } from '../lists/statements';
import type { BenchChanges, SetFilter } from './load-changes';

const SETS_CALL = 'GET /history/v2/set/';
const CHANGES_CALL = 'GET /history/v2/change/';
const DELETED_CALL = 'GET /history/v2/deleted/';
/** Limits in milliseconds. */
const MAX_SET_PAGE_MS = 60;
const MAX_SUBJECT_PAGE_MS = 20;
const MAX_DELETED_PAGE_MS = 100;
const MAX_STATISTICS_MS = 300;
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
  const exceededLimits: string[] = [];
  for (const { name, path, query, limit, record } of listReads(workspaceId, changes)) {
    let count = 0;
    const sendRequest = async () => {
      const response = await client.get(path, { workspace: workspaceId, ...query });
      count = expectBody<{ results: unknown[] }>(response).results.length;
    };
    const statements = await record(config);
    const replayStatements = async () => {
      for (const { text, values } of statements) await bare.query(text, values);
    };
    const [httpDurations = [], sqlDurations = []] = await measureAlternately(
      rounds,
      [sendRequest, replayStatements],
      rounds > 1 ? WARM_UP_ROUNDS : 0,
    );
    const [httpP50, httpP95, sqlP50, sqlP95] = [
      percentile(httpDurations, 0.5),
      percentile(httpDurations, 0.95),
      percentile(sqlDurations, 0.5),
      percentile(sqlDurations, 0.95),
    ];
    rows.push([name, String(count), httpP50, httpP95, sqlP50, sqlP95, httpP50 / sqlP50, httpP95 / sqlP95, limit]);
    if (httpP95 > limit) exceededLimits.push(name);
  }
  return { rows, exceeded: exceededLimits };
}

function listReads(workspaceId: string, { filters, subjects, largeSet }: BenchChanges): Read[] {
  const readSets = (name: string, query: SetFilter): Read => ({
    name,
    path: '/history/v2/set/',
    query,
    limit: MAX_SET_PAGE_MS,
    record: (config) =>
      recordStatements(config, (db) => readChangeSetPage(db, workspaceId, historyCalls[SETS_CALL].query.parse(query))),
  });
  const readChanges = (name: string, query: SetFilter): Read => ({
    name,
    path: '/history/v2/change/',
    query,
    limit: MAX_SUBJECT_PAGE_MS,
    record: (config) =>
      recordStatements(config, (db) => readChangePage(db, workspaceId, historyCalls[CHANGES_CALL].query.parse(query))),
  });
  const readDeleted = (name: string, query: Record<string, string>): Read => ({
    name: `deleted rows: ${name}`,
    path: '/history/v2/deleted/',
    query,
    limit: MAX_DELETED_PAGE_MS,
    record: (config) =>
      recordStatements(config, (db) =>
        listDeletedRows(db, workspaceId, { ...trashCalls[DELETED_CALL].query.parse(query), trashDays: 30 }, (key) => key),
      ),
  });
  const toDate = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const readMonth = (...dimensions: StatisticsDimension[]): Read => {
    const period = { from: toDate(40), to: toDate(10) };
    return {
      name: `statistics of a month by ${dimensions.join(' and ')}`,
      path: '/history/v2/statistics/',
      query: { ...period, group_by: dimensions.join(',') },
      limit: MAX_STATISTICS_MS,
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

import type { Client, ClientConfig } from 'pg';
import { toWorkspaceImageFilter, type ImageFilters } from '../../../../../server/src/domain/recognition/images/filter';
import { readImagesBySeq } from '../../../../../server/src/domain/recognition/images/queries';
import { expectBody, type TestClient } from '../../../../../server/src/testing/api/client';
import { searchImages } from '../../../../../server/src/domain/recognition/images/search';
import type { ListEnvelope } from '../../../../../server/src/testing/api/fixtures';
import type { BenchWorkspace } from './bench-workspace';
import { measureAlternately, percentile, type Cell } from '../../../support/measure';
import { recordStatements, type Statement } from './statements';

export const PAGE_SIZE = 50;
const MAX_PAGE = 900;
const IMAGES_PATH = '/recognition/v2/training-image/';

export type Filter = Partial<ImageFilters>;

export const SORTS = ['newest', 'name'] as const;
type Sort = (typeof SORTS)[number];

/** Common filters, separately and combined, by their name in the table. */
export function listCommonFilters({ labels, rareLabel, boxLabel, job, middle }: BenchWorkspace): Record<string, Filter> {
  const threeLabels = labels.slice(0, 3);
  return {
    'no filter': {},
    verified: { verified: true },
    'not verified': { verified: false },
    'any of 3 labels': { labels: threeLabels },
    'without 3 labels': { not_labels: threeLabels },
    'one rare label': { labels: [rareLabel] },
    'object label': { detection_labels: [boxLabel] },
    'in a job': { imagejob: job },
    'not in a job': { imagejob: job, not_in: true },
    test: { test: true },
    'not in a group': { not_groups: true },
    'name contains a rare text': { search: 'f abc' },
    'name contains a common text': { search: 'img' },
    'since a date': { created_after: middle },
    'five filters': { verified: true, labels: threeLabels, imagejob: job, not_in: true, real: true, created_after: middle },
  };
}

/** Records the SQL statements with which the server reads a page of the console's image list, without authentication. */
export function recordListStatements(
  config: ClientConfig,
  workspaceId: string,
  filter: Filter,
  page: number,
  sort: Sort = 'newest',
): Promise<Statement[]> {
  return recordStatements(config, async (db) => {
    const imageFilter = await toWorkspaceImageFilter(db, workspaceId, filter as ImageFilters);
    if (!imageFilter) return;
    const { seqs } = await searchImages(db, imageFilter, { sort, bounded_count: true }, (page - 1) * PAGE_SIZE, PAGE_SIZE);
    await readImagesBySeq(db, workspaceId, seqs);
  });
}

export const LIST_HEADER = [
  'image list',
  'page',
  'count',
  'HTTP p50',
  'HTTP p95',
  'SQL p50',
  'SQL p95',
  'ratio p50',
  'ratio p95',
];

/** Measures the first page and a deep page of each common filter in one sort order. Returns table rows in milliseconds. */
export async function measureLists(
  client: TestClient,
  directClient: Client,
  config: ClientConfig,
  workspace: BenchWorkspace,
  rounds: number,
  sort: Sort,
): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  for (const [name, filter] of Object.entries(listCommonFilters(workspace))) {
    const requestPage = async (page: number) =>
      expectBody<ListEnvelope<unknown>>(
        await client.get(IMAGES_PATH, { ...toQuery(filter), sort, page, page_size: PAGE_SIZE, bounded_count: true }),
      );
    const { count } = await requestPage(1);
    for (const page of new Set([1, Math.max(1, Math.min(MAX_PAGE, Math.floor(count / PAGE_SIZE)))])) {
      const statements = await recordListStatements(config, workspace.workspaceId, filter, page, sort);
      const replayStatements = async () => {
        for (const { text, values } of statements) await directClient.query(text, values);
      };
      const [httpDurations = [], sql = []] = await measureAlternately(rounds, [() => requestPage(page), replayStatements]);
      const [httpP50, httpP95, sqlP50, sqlP95] = [
        percentile(httpDurations, 0.5),
        percentile(httpDurations, 0.95),
        percentile(sql, 0.5),
        percentile(sql, 0.95),
      ];
      rows.push([name, String(page), String(count), httpP50, httpP95, sqlP50, sqlP95, httpP50 / sqlP50, httpP95 / sqlP95]);
    }
  }
  return rows;
}

/** Converts a filter to query parameters. */
export function toQuery(filter: Filter): Record<string, string | boolean | readonly string[]> {
  const { created_after: createdAfter, ...otherFilters } = filter;
  const entries = Object.entries(otherFilters).map(
    ([name, value]) => [name, value as string | boolean | readonly string[]] as const,
  );
  return Object.fromEntries(createdAfter ? [...entries, ['created_after', createdAfter.toISOString()] as const] : entries);
}

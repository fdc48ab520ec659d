import type { ApiCallKey } from '@console/shared-contract/api';
import { splitKey } from '../../../../../server/src/platform/http/route/route';
import { createCallSamples } from '../../../../../server/src/testing/samples/call-samples';
import type { SampledCall } from '../../../../../server/src/testing/samples/get-call-samples';
import { listFields } from '../../../../../server/src/testing/samples/schema-fields';
import { createAttempt, type AttackClass, type Attempt } from '../../harness/attack-class';

const INJECTIONS = [
  "' or '1'='1",
  "') or 1=1 --",
  "x'; select pg_sleep(9); --",
  '1 union select api_token from app_user',
  '%',
  '_',
  '\\',
  "\\'",
  '{"$ne":null}',
  '$$',
  '{}',
  '\u0000',
  '\ud800',
  '::uuid',
  '${7*7}',
  'a'.repeat(5000),
];
const MAX_DURATION_MS = 5000;

const isRead = (key: ApiCallKey) => key.startsWith('GET ');
/** Query parameters of lists that are not filters. */
const NON_FILTERS = ['page', 'page_size', 'workspace'];

/** Injects SQL and other code into every filter and filter name. No list may fail, return more rows or take long. */
export const filterInjection: AttackClass = {
  name: 'filter-injection',
  run: async ({ createTenant }) => {
    const [{ client, sampleRows, workspaceId }, otherTenant] = [await createTenant(), await createTenant()];
    const samples = createCallSamples(sampleRows);
    const attempts: Attempt[] = [];
    for (const key of (Object.keys(samples) as SampledCall[]).filter(isRead)) {
      const path = splitKey(key)[1].replace('{id}', String(samples[key][0]?.id));
      const unfilteredList = (await client.get(path, { workspace: workspaceId })).body as { count?: number };
      const filters = listFields(key).flatMap(({ part, path: [name = ''] }) =>
        part === 'query' && !NON_FILTERS.includes(name) ? [name] : [],
      );
      const queries = INJECTIONS.flatMap((text) => [
        ...[...new Set(filters)].map((name) => ({ [name]: text })),
        { [`search${text}`]: 'x' },
      ]);
      for (const query of [
        ...queries,
        { '__proto__[x]': '1' },
        { 'constructor[prototype][x]': '1' },
        { order: 'id; drop table label' },
      ]) {
        const startTime = performance.now();
        const { status, body, text } = await client.get(path, { ...query, workspace: workspaceId });
        const duration = performance.now() - startTime;
        const hasMoreRows =
          unfilteredList.count !== undefined && ((body as { count?: number }).count ?? 0) > unfilteredList.count;
        const hasForeignRows = text.includes(otherTenant.workspaceId) || text.includes(otherTenant.sampleRows.image);
        const isSafe = [200, 400, 404].includes(status) && !hasMoreRows && !hasForeignRows && duration < MAX_DURATION_MS;
        const description = `${key} ${JSON.stringify(query).slice(0, 80)}`;
        attempts.push(createAttempt(description, isSafe, `${status} after ${duration.toFixed(0)} ms: ${text.slice(0, 200)}`));
      }
    }
    return attempts;
  },
};

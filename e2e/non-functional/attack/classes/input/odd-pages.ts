import { apiCalls, type ApiCallKey, type CallSpec } from '@console/shared-contract/api';
import { splitKey } from '../../../../../server/src/platform/http/route/route';
import { createCallSamples } from '../../../../../server/src/testing/samples/call-samples';
import type { SampledCall } from '../../../../../server/src/testing/samples/get-call-samples';
import { listFields } from '../../../../../server/src/testing/samples/schema-fields';
import { createAttempt, type AttackClass, type Attempt } from '../../harness/attack-class';

const INVALID_NUMBERS = ['0', '-1', '1.5', '1e3', '1e309', 'NaN', 'Infinity', '', ' 1', '0x10', '1;', "1'--", '2147483648'];
const HUGE_NUMBERS = ['1000000000', '9007199254740993', '99999999999999999999', '-9223372036854775809'];
const ODD_VALUES: readonly (string | readonly string[])[] = [
  ...INVALID_NUMBERS,
  ...HUGE_NUMBERS,
  ['1', '2'],
  '1,2',
  'null',
  'true',
  '１',
  '%00',
];

const isList = (key: ApiCallKey) => {
  const callSpec: CallSpec = apiCalls[key];
  return key.startsWith('GET ') && callSpec.query !== undefined && listFields(key).some(({ path }) => path.join('.') === 'page');
};

/** Sends invalid and huge page numbers and sizes to every list. Each must be refused or return a page with correct links. */
export const oddPages: AttackClass = {
  name: 'odd-pages',
  run: async ({ createTenant }) => {
    const { client, sampleRows } = await createTenant();
    const samples = createCallSamples(sampleRows);
    const attempts: Attempt[] = [];
    for (const key of (Object.keys(samples) as SampledCall[]).filter(isList)) {
      const path = splitKey(key)[1].replace('{id}', String(samples[key][0]?.id));
      for (const field of ['page', 'page_size']) {
        for (const value of ODD_VALUES) {
          const { status, body, text } = await client.get(path, { [field]: value });
          const isSafe = status === 200 ? isConsistentPage(body) : status === 400 && text.includes(field);
          attempts.push(createAttempt(`${key} ${field}=${String(value)}`, isSafe, `${status} ${text.slice(0, 200)}`));
        }
      }
    }
    return attempts;
  },
};

/** Whether a page has at most `count` rows, and a next link only if it has rows. */
function isConsistentPage(body: unknown): boolean {
  const { count, next, results } = body as { count: number; next: string | null; results: unknown[] };
  return Array.isArray(results) && results.length <= count && (next === null || results.length > 0);
}

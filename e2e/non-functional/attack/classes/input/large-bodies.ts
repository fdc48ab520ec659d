import { sql } from 'kysely';
import type { TestResponse } from '../../../../../server/src/testing/api/client';
import { createImageBase64 } from '../../../../../server/src/testing/api/fixtures';
import { createAttempt, type AttackClass, type Attempt } from '../../harness/attack-class';
import { runBesideOtherUser, MAX_WAIT_MS } from '../../harness/concurrent-user';

const IMAGES = '/recognition/v2/training-image/';
const REFUSED = [400, 413];
const MANY_KEYS = 3_500_000;

const createBase64Lines = (length: number) => `${'A'.repeat(76)}\\r\\n`.repeat(Math.ceil(length / 80));
const createManyKeys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`;

/** Sends bodies that are expensive to parse, free JSON above its limit, and requests lists too large for one response. */
export const largeBodies: AttackClass = {
  name: 'large-bodies',
  run: async ({ createTenant, db }) => {
    const [{ client, workspaceId }, other] = [await createTenant(), await createTenant()];
    const attempts: Attempt[] = [];
    const attempt = async (name: string, statuses: number[], send: () => Promise<TestResponse>) => {
      const { value: response, slowest } = await runBesideOtherUser(other.client, send);
      const passed = statuses.includes(response.status) && slowest < MAX_WAIT_MS;
      const reason = `${response.status} ${response.text.slice(0, 200)}, another user waited ${slowest.toFixed(0)} ms`;
      attempts.push(createAttempt(name, passed, reason));
    };
    const createRawRequest = (path: string, rawBody: string) => () => client.post(path, undefined, { rawBody });
    const note = 'x'.repeat(20_000_000);
    const base64 = await createImageBase64();
    await attempt('an upload with 20 MB of meta_data', REFUSED, () => client.post(IMAGES, { base64, meta_data: { note } }));
    await attempt('an upload of 3.5 million keys', REFUSED, createRawRequest(IMAGES, createManyKeys(MANY_KEYS)));
    await attempt(
      'meta_data of 3.5 million keys',
      REFUSED,
      createRawRequest(IMAGES, `{"meta_data":${createManyKeys(MANY_KEYS)}}`),
    );
    await attempt('51 MB of base64 in lines', REFUSED, createRawRequest(IMAGES, `{"base64":"${createBase64Lines(51_000_000)}"}`));
    for (const path of ['/recognition/v2/label/', '/flows/v2/flow/', '/detection/v2/object/bulk'])
      await attempt(`3.5 million keys to ${path}`, REFUSED, createRawRequest(path, createManyKeys(MANY_KEYS)));
    for (let index = 0; index < 40; index += 1) await client.post(IMAGES, { base64: await createImageBase64() });
    await db
      .updateTable('training_image')
      .set({ meta_data: sql`to_jsonb(repeat('x', 20000000))` })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await attempt('a list of 40 legacy rows with 20 MB each', [413], () => client.get(IMAGES, { page_size: 50 }));
    return attempts;
  },
};

import { sql } from 'kysely';
import type { TestResponse } from '../../../../../server/src/testing/api/client';
import { createImageBase64 } from '../../../../../server/src/testing/api/fixtures';
import { createAttempt, type AttackClass, type Attempt } from '../../harness/attack-class';
import { runDuringOtherUserRequests, MAX_WAIT_MS } from '../../harness/concurrent-user';

const IMAGES_PATH = '/recognition/v2/training-image/';
const REFUSED_STATUSES = [400, 413];
const KEY_COUNT = 3_500_000;

const createLines = (length: number) => `${'A'.repeat(76)}\\r\\n`.repeat(Math.ceil(length / 80));
const createObjectWithKeys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`;

/** Sends bodies that are expensive to parse and free-form JSON above the size limit. Requests lists too large for one response. */
export const largeBodies: AttackClass = {
  name: 'large-bodies',
  run: async ({ createTenant, db }) => {
    const [{ client, workspaceId }, otherTenant] = [await createTenant(), await createTenant()];
    const attempts: Attempt[] = [];
    const attemptRequest = async (description: string, statuses: number[], send: () => Promise<TestResponse>) => {
      const { value: response, slowest } = await runDuringOtherUserRequests(otherTenant.client, send);
      const isSafe = statuses.includes(response.status) && slowest < MAX_WAIT_MS;
      const reason = `${response.status} ${response.text.slice(0, 200)}, another user waited ${slowest.toFixed(0)} ms`;
      attempts.push(createAttempt(description, isSafe, reason));
    };
    const postRaw = (path: string, rawBody: string) => () => client.post(path, undefined, { rawBody });
    const note = 'x'.repeat(20_000_000);
    const base64 = await createImageBase64();
    await attemptRequest('an upload with 20 MB of meta_data', REFUSED_STATUSES, () =>
      client.post(IMAGES_PATH, { base64, meta_data: { note } }),
    );
    await attemptRequest(
      'an upload of 3.5 million keys',
      REFUSED_STATUSES,
      postRaw(IMAGES_PATH, createObjectWithKeys(KEY_COUNT)),
    );
    await attemptRequest(
      'meta_data of 3.5 million keys',
      REFUSED_STATUSES,
      postRaw(IMAGES_PATH, `{"meta_data":${createObjectWithKeys(KEY_COUNT)}}`),
    );
    await attemptRequest(
      '51 MB of base64 in lines',
      REFUSED_STATUSES,
      postRaw(IMAGES_PATH, `{"base64":"${createLines(51_000_000)}"}`),
    );
    for (const path of ['/recognition/v2/label/', '/flows/v2/flow/', '/detection/v2/object/bulk'])
      await attemptRequest(`3.5 million keys to ${path}`, REFUSED_STATUSES, postRaw(path, createObjectWithKeys(KEY_COUNT)));
    for (let index = 0; index < 40; index += 1) await client.post(IMAGES_PATH, { base64: await createImageBase64() });
    await db
      .updateTable('training_image')
      .set({ meta_data: sql`to_jsonb(repeat('x', 20000000))` })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await attemptRequest('a list of 40 legacy rows with 20 MB each', [413], () => client.get(IMAGES_PATH, { page_size: 50 }));
    return attempts;
  },
};

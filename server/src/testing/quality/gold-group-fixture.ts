import { randomUUID } from 'node:crypto';
import type { GoldCreation, GroupDetail } from '@console/shared-contract/api';
import { expectBody } from '../api/client';
import { createNamedRow, createTestJob, uploadImages } from '../api/fixtures';
import type { TestUser } from '../api/test-users';

const GROUPS_PATH = '/similarity/training/v2/group/';

/**
 * A similarity task with gold-standard items (groups of three images with known members), and a job with ordinary groups of
 * four images.
 */
export interface GoldGroupFixture {
  task: string;
  type: string;
  gold: string[];
  ordinary: string[];
  /** Images of groups in no job. */
  others: string[];
  path: string;
}

/**
 * Creates the task and the job. An annotator sees four images in each group, because a wrong member is added to the three members of a gold
 * item.
 */
export async function createGoldGroupFixture(
  owner: TestUser,
  { ordinary: ordinaryCount = 3, gold: goldCount = 1 }: { ordinary?: number; gold?: number } = {},
): Promise<GoldGroupFixture> {
  const { client } = owner;
  const name = randomUUID().slice(0, 8);
  const { id: type } = await createNamedRow(client, '/similarity/training/v2/type/', { name: `Same ${name}` });
  const { id: task } = await createNamedRow(client, '/similarity/training/v2/task/', { name: `Alike ${name}` });
  expectBody(await client.post(`/similarity/training/v2/task/${task}/add-type`, { type_id: type }));
  const images = (await uploadImages(client, 3 * goldCount + 2 + 4 * ordinaryCount)).map(({ id }) => id);
  const createGroup = async (size: number) => {
    const { id } = await createNamedRow(client, GROUPS_PATH, { name: 'A group', type });
    expectBody(await client.post(`${GROUPS_PATH}${id}/add-images`, { images: images.splice(0, size) }));
    return id;
  };
  const otherImages = images.slice(0, 2);
  await createGroup(2);
  const goldIds: string[] = [];
  for (let index = 0; index < goldCount; index += 1) goldIds.push(await createGroup(3));
  const ordinaryIds: string[] = [];
  for (let index = 0; index < ordinaryCount; index += 1) ordinaryIds.push(await createGroup(4));
  for (const group of goldIds) expectBody(await client.post('/annotate/v2/similarity-verification/', { group_id: group }), 201);
  expectBody<GoldCreation>(await client.post('/annotate/v2/gold/', { domain: 'similarity', task, groups: goldIds }));
  const job = await createTestJob(client, 'similarity', { randomize: true });
  const path = `/annotate/v2/similarityjob/${job.id}`;
  expectBody(await client.post(`${path}/add-items`, { items: ordinaryIds }));
  expectBody(await client.put(`${path}/gold`, { rate: 0.5, domain: 'similarity', task }));
  return { task, type, gold: goldIds, ordinary: ordinaryIds, others: otherImages, path };
}

export const readGroup = async ({ client }: TestUser, group: string) =>
  expectBody<GroupDetail>(await client.get(`${GROUPS_PATH}${group}`));
export const listMembers = async (user: TestUser, group: string) => (await readGroup(user, group)).images.map(({ id }) => id);
export const changeMembers = async ({ client }: TestUser, group: string, action: 'add' | 'remove', images: readonly string[]) =>
  expectBody(await client.post(`${GROUPS_PATH}${group}/${action}-images`, { images }));

import { randomUUID } from 'node:crypto';
import type { GoldCreation, GoldItem, Layer } from '@console/shared-contract/api';
import { expectBody } from '../api/client';
import { createNamedRow, createTestJob, uploadImages, type ListEnvelope } from '../api/fixtures';
import type { TestUser } from '../api/test-users';

export const GOLD_BOX = [10, 10, 40, 40];

/** A detection task with a label, and a job with ordinary images in which annotators work independently. */
export interface GoldFixture {
  task: string;
  label: string;
  ordinary: string[];
  gold: string[];
  /** Path of the job. */
  path: string;
}

/** Creates verified images with a box as gold-standard items, and a job with these gold items and ordinary images. */
export async function createGoldFixture(
  owner: TestUser,
  { ordinary = 10, gold = 3, rate = 0.5, fields = {} }: { ordinary?: number; gold?: number; rate?: number; fields?: object } = {},
): Promise<GoldFixture> {
  const { id: label } = await createNamedRow(owner.client, '/detection/v2/label/', { name: `Cell ${randomUUID().slice(0, 8)}` });
  const { id: task } = await createNamedRow(owner.client, '/detection/v2/task/', { name: `Cells ${randomUUID().slice(0, 8)}` });
  expectBody(await owner.client.post(`/detection/v2/task/${task}/add-label`, { label_id: label }));
  const images = (await uploadImages(owner.client, ordinary + gold)).map(({ id }) => id);
  const goldImages = images.slice(0, gold);
  for (const image of goldImages) await verifyWithBox(owner, image, label);
  expectBody<GoldCreation>(await owner.client.post('/annotate/v2/gold/', { domain: 'detection', task, images: goldImages }));
  const job = await createTestJob(owner.client, 'image', { blind: true, randomize: true, ...fields });
  const path = `/annotate/v2/imagejob/${job.id}`;
  await owner.client.post(`${path}/add-items`, { items: images.slice(gold) });
  expectBody(await owner.client.put(`${path}/gold`, { rate, domain: 'detection', task }));
  return { task, label, ordinary: images.slice(gold), gold: goldImages, path };
}

export async function verifyWithBox(user: TestUser, image: string, label: string): Promise<void> {
  expectBody(await user.client.post('/detection/v2/object/', { image, detection_label: label, data: GOLD_BOX }), 201);
  expectBody(await user.client.post('/annotate/v2/verification/', { image_id: image }), 201);
}

export const getBatch = async ({ client }: TestUser, path: string) =>
  expectBody<{ results: string[]; with_others?: number }>(await client.get(`${path}/get-batch/`));

/** Draws boxes in a user's own annotation layer, and marks the image as done. */
export async function annotate(user: TestUser, { path, label }: GoldFixture, image: string, boxes: number[][]) {
  const layer = expectBody<Layer>(await user.client.get(`${path}/layer`, { image }));
  for (const data of boxes)
    expectBody(
      await user.client.put(`/annotate/v2/layer/${layer.id}/shape/${randomUUID()}`, {
        kind: 'object',
        detection_label: label,
        data,
      }),
    );
  return expectBody<Record<string, unknown>>(await user.client.post(`${path}/mark-done`, { items: [image] }));
}

export const listGold = async ({ client }: TestUser, task: string) =>
  expectBody<ListEnvelope<GoldItem>>(await client.get('/annotate/v2/gold/', { domain: 'detection', task })).results;

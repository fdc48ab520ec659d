import { randomBytes } from 'node:crypto';
import type { DetectionObject, Job, RecognitionLabel, RecognitionTask, TrainingImage } from '@console/shared-contract/api';
import sharp from 'sharp';
import { expectBody, type TestClient } from './client';

/** Creates a small PNG with random content, so that it differs from all other images. */
export async function createImageBase64(width = 64, height = 48): Promise<string> {
  const pixels = Buffer.alloc(width * height * 3, randomBytes(3));
  randomBytes(24).copy(pixels);
  const png = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  return png.toString('base64');
}

export async function uploadImage(
  client: TestClient,
  fields: Record<string, unknown> = {},
  width = 64,
  height = 48,
): Promise<TrainingImage> {
  return expectBody(
    await client.post('/recognition/v2/training-image/', {
      base64: await createImageBase64(width, height),
      noresize: true,
      ...fields,
    }),
    201,
  );
}

/** Uploads `count` images and returns them in the order of upload. */
export async function uploadImages(
  client: TestClient,
  count: number,
  fields: Record<string, unknown> = {},
): Promise<TrainingImage[]> {
  const images: TrainingImage[] = [];
  for (let index = 0; index < count; index += 1) images.push(await uploadImage(client, fields));
  return images;
}

export async function createTestLabel(client: TestClient, fields: Record<string, unknown> = {}): Promise<RecognitionLabel> {
  return expectBody(await client.post('/recognition/v2/label/', { name: 'Label', ...fields }), 201);
}

export async function createTestTask(client: TestClient, fields: Record<string, unknown> = {}): Promise<RecognitionTask> {
  return expectBody(await client.post('/recognition/v2/task/', { name: 'Task', ...fields }), 201);
}

/** Creates a row of any kind that only requires a name. */
export async function createNamedRow<T = { id: string }>(
  client: TestClient,
  path: string,
  fields: Record<string, unknown> = {},
): Promise<T> {
  return expectBody<T>(await client.post(path, { name: 'Some name', ...fields }), 201);
}

export async function createTestObject(
  client: TestClient,
  image: string,
  label: string,
  data = [1, 1, 40, 40],
): Promise<DetectionObject> {
  return expectBody(await client.post('/detection/v2/object/', { image, detection_label: label, data }), 201);
}

export async function createTestJob(
  client: TestClient,
  type: 'image' | 'similarity' = 'image',
  fields: Record<string, unknown> = {},
): Promise<Job> {
  return expectBody(await client.post(`/annotate/v2/${type}job/`, { name: 'A job', ...fields }), 201);
}

export interface ListEnvelope<T> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

/** Reads all rows of a list by following `next`, like clients do. The path may contain filters. */
export async function readAllPages<T>(client: TestClient, path: string): Promise<T[]> {
  const rows: T[] = [];
  for (let pagePath: string | null = path; pagePath !== null;) {
    const page: ListEnvelope<T> = expectBody(await client.get(pagePath));
    rows.push(...page.results);
    pagePath = page.next && page.next.replace(`${client.origin}/api`, '');
  }
  return rows;
}

import type { SimilarResponse } from '@console/shared-contract/api';
import sharp from 'sharp';
import type { Config } from '../../platform/config';
import { getLearnerClient } from '../../ml/learning/learner-client';
import { expectBody, type TestClient } from '../api/client';
import { createNamedRow, uploadImage } from '../api/fixtures';
import { createTestServer, type TestServer } from '../api/test-server';
import { enqueueEmbeddingJob } from '../../ml/similar-items/embedding-tasks';

export let server: TestServer;

export let client: TestClient;

const SHAPE_SVGS = {
  disc: (color: string) => `<circle cx="48" cy="48" r="34" fill="${color}"/>`,
  bars: (color: string) => [8, 32, 56, 80].map((x) => `<rect x="${x}" y="6" width="10" height="84" fill="${color}"/>`).join(''),
  star: (color: string) => `<path d="M48 6 L60 40 L92 40 L66 60 L76 92 L48 72 L20 92 L30 60 L4 40 L36 40 Z" fill="${color}"/>`,
};

export type Shape = keyof typeof SHAPE_SVGS;

/** Draws an image of 96 pixels. Another `shift` gives a similar image. */
export async function createImage(shape: Shape, color: string, { shift = 0, quality = 95 } = {}): Promise<string> {
  const shapeGroup = `<g transform="translate(${shift} 0)">${SHAPE_SVGS[shape](color)}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="#ddd"/>${shapeGroup}</svg>`;
  return (await sharp(Buffer.from(svg)).jpeg({ quality }).toBuffer()).toString('base64');
}

export const upload = async (...args: Parameters<typeof createImage>) =>
  uploadImage(client, { base64: await createImage(...args) });

export async function embedAll(): Promise<void> {
  await enqueueEmbeddingJob(server.db);
  await server.runWork();
}

export type Query = NonNullable<Parameters<TestClient['get']>[1]>;

export const findSimilar = async (path: string, query: Query = {}) =>
  expectBody<SimilarResponse>(await client.get(`${path}/similar`, query));

export const findSimilarToImage = (id: string, query?: Query) => findSimilar(`/recognition/v2/training-image/${id}`, query);

export const listIds = ({ images }: SimilarResponse) => images.map(({ image }) => image.id);

export async function createGroup(name: string, images: readonly string[] = []): Promise<string> {
  const { id } = await createNamedRow(client, '/similarity/training/v2/group/', { name });
  if (images.length > 0) await client.post(`/similarity/training/v2/group/${id}/add-images`, { images });
  return id;
}

/** Creates another workspace and runs the rest of the test as its user. */
export async function switchTenant(...args: Parameters<TestServer['createTenant']>) {
  const tenant = await server.createTenant(...args);
  client = tenant.client;
  return tenant;
}

/** Starts a server that computes embeddings, and creates a workspace for each test. */
export function setUpSimilarSuite(config: Partial<Config> = {}): void {
  beforeAll(async () => {
    server = await createTestServer({ config: { findSimilar: true, builtInModels: true, ...config } });
  });
  afterAll(async () => {
    getLearnerClient(server.files).stop();
    await server.close();
  });
  beforeEach(async () => {
    ({ client } = await server.createTenant());
  });
}

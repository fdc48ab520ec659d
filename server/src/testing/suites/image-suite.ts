import type { TrainingImage } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../api/client';
import type { ListEnvelope } from '../api/fixtures';
import { createTestServer, type TestServer } from '../api/test-server';

export const IMAGES = '/recognition/v2/training-image/';

export let server: TestServer;

export let client: TestClient;

export let workspaceId: string;

export let user: { id: string };

export const list = async (query = {}) => expectBody<ListEnvelope<TrainingImage>>(await client.get(IMAGES, query));

export const getIds = (response: ListEnvelope<TrainingImage>) => response.results.map((image) => image.id);

/** Starts a server, and creates a workspace for each test. */
export function setUpImageSuite(): void {
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({ client, workspaceId, user } = await server.createTenant());
  });
}

import { setTimeout as delay } from 'node:timers/promises';
import type { DetectionObject, Import, TrainingImage } from '@console/shared-contract/api';
import { expectBody, TestClient, type TestResponse } from '../api/client';
import { createImageBase64, uploadImage } from '../api/fixtures';
import { createZip, ImportDriver } from '../api/import-driver';
import { repeatUntilAnswered } from './traffic';

const IMAGE_COUNT = 6;
const PAUSE_MS = 20;
/** Expected error statuses: the row was deleted or has a newer version, or the server was killed. */
const EXPECTED_FAILURES = [404, 409, 412, 502, 503, 504];

/**
 * Edits the same few images and boxes as several users at once, with single writes, bulk changes and imports. Failed requests are not
 * repeated. After a server was killed, it is therefore unknown which of the failed requests were executed.
 */
export class ConcurrentEdits {
  /** Number of successful writes. */
  acknowledged = 0;
  /** Number of imports that ran to their end. */
  imports = 0;
  private isStopped = false;
  private readonly users: Promise<void>[] = [];

  constructor(
    private readonly origin: string,
    private readonly credentials: { email: string; password: string },
  ) {}

  /** Signs in, creates images and boxes, and starts the users. */
  async start(): Promise<void> {
    const [firstClient, secondClient] = [await this.signIn(), await this.signIn()];
    const images: TrainingImage[] = [];
    for (let index = 0; index < IMAGE_COUNT; index += 1) images.push(await uploadImage(firstClient));
    const ids = images.map(({ id }) => id);
    const { id: label } = expectBody<{ id: string }>(await firstClient.post('/detection/v2/label/', { name: 'Box' }), 201);
    const sharedIds: string[] = [];
    this.runUsers(
      () => this.createAndDeleteBox(firstClient, ids, label, sharedIds),
      () => this.createAndDeleteBox(secondClient, ids, label, sharedIds),
      () => this.moveBoxes(firstClient, sharedIds),
      () => this.moveBoxes(secondClient, sharedIds),
      () => this.changeImages(firstClient, ids, ['test', 'train']),
      () => this.changeImages(secondClient, ids, ['real', 'test', 'train']),
      () => this.importImages(firstClient),
    );
  }

  /** Waits for running requests and stops. Throws the first error. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.users);
  }

  private async signIn(): Promise<TestClient> {
    const anonymous = new TestClient(this.origin, null);
    const response = await repeatUntilAnswered(() => anonymous.post('/account/v2/login', this.credentials));
    return new TestClient(this.origin, `Bearer ${expectBody<{ access: string }>(response).access}`);
  }

  private async createAndDeleteBox(
    client: TestClient,
    images: readonly string[],
    label: string,
    sharedIds: string[],
  ): Promise<void> {
    const image = images[this.acknowledged % images.length];
    const body = { image, detection_label: label, data: [1, 1, 20, 20] };
    const response = await this.attempt(() => client.post('/detection/v2/object/', body));
    if (response) sharedIds.push((response.body as DetectionObject).id);
    if (sharedIds.length > 4) await this.attempt(() => client.delete(`/detection/v2/object/${sharedIds.shift()}`));
  }

  private async moveBoxes(client: TestClient, sharedIds: readonly string[]): Promise<void> {
    for (const id of [...sharedIds])
      await this.attempt(() => client.put(`/detection/v2/object/${id}`, { data: [1, 1, 21 + (this.acknowledged % 20), 20] }));
    await delay(PAUSE_MS);
  }

  private async changeImages(client: TestClient, images: readonly string[], changes: readonly string[]): Promise<void> {
    for (const change of changes)
      await this.attempt(() => client.post('/recognition/v2/training-image/change', { change, images }));
  }

  private async importImages(client: TestClient): Promise<void> {
    const coco = {
      images: [{ id: 1, file_name: 'a.png', width: 64, height: 48 }],
      annotations: [1, 2].map((id) => ({ id, image_id: 1, category_id: 1, bbox: [id, 1, 20, 10], area: 200, iscrowd: 0 })),
      categories: [{ id: 1, name: 'Imported' }],
    };
    const files = { 'a.png': Buffer.from(await createImageBase64(), 'base64'), 'annotations.json': JSON.stringify(coco) };
    let id = '';
    const waitForEnd = async () => {
      const isRunning = async () => {
        const response = await repeatUntilAnswered(() => client.get(`/recognition/v2/import/${id}`));
        return ['collecting', 'reading', 'running'].includes(expectBody<Import>(response).state);
      };
      while (await isRunning()) await delay(PAUSE_MS);
    };
    const driver = new ImportDriver({ origin: this.origin, runWork: waitForEnd }, client);
    try {
      id = await driver.createImport({ 'import.zip': await createZip(files) });
      await driver.planImport(id);
      if ((await driver.runImport(id)).state === 'done') this.imports += 1;
    } catch {
      // A kill interrupted the upload or a request. The next import starts from the beginning.
      await delay(PAUSE_MS);
    }
  }

  /** Sends a write. Returns null if it failed in an expected way, or if no response arrived. */
  private async attempt(send: () => Promise<TestResponse>): Promise<TestResponse | null> {
    const response = await send().catch(() => null);
    if (!response || EXPECTED_FAILURES.includes(response.status)) {
      await delay(PAUSE_MS);
      return null;
    }
    if (response.status >= 300) throw new Error(`${response.status} ${response.text}`);
    this.acknowledged += 1;
    return response;
  }

  private runUsers(...actions: (() => Promise<void>)[]): void {
    for (const action of actions) {
      const runningActions = (async () => {
        while (!this.isStopped) await action();
      })();
      runningActions.catch(() => {
        this.isStopped = true;
      });
      this.users.push(runningActions);
    }
  }
}

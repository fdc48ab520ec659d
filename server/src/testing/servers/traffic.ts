import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Work } from '@console/shared-contract/api';
import { expectBody, TestClient, type TestResponse } from '../api/client';
import { createImageBase64 } from '../api/fixtures';

/** Writes that the servers have acknowledged. */
export interface Acknowledged {
  signIns: number;
  images: string[];
  objects: string[];
  /** Ids of background work by the id of the annotation job that it fills. */
  works: Map<string, string>;
  models: string[];
}

const TIMEOUT_MS = 120_000;
const PAUSE_MS = 100;

/**
 * Simulates several users at once who upload, draw, sign in, add all images to jobs, and train. Each write has an idempotency
 * key and is repeated until it succeeds, like in the console.
 */
export class Traffic {
  readonly acknowledged: Acknowledged = { signIns: 0, images: [], objects: [], works: new Map(), models: [] };
  /** Whether it was stopped or has failed. */
  isStopped = false;
  /** The longest time that a call was repeated, with the last failure. */
  longest = { ms: 0, call: '', lastFailure: '' };
  private readonly users: Promise<void>[] = [];

  constructor(
    private readonly origin: string,
    private readonly credentials: { email: string; password: string },
  ) {}

  /** Signs in and starts the users. */
  async start(): Promise<void> {
    const client = await this.signIn();
    const { id: label } = await this.createRow<{ id: string }>(client, '/detection/v2/label/', { name: 'Box' });
    const { id: task } = await this.createRow<{ id: string }>(client, '/recognition/v2/task/', { name: 'Kind' });
    await this.uploadImage(client);
    this.runUsers(
      () => this.uploadImage(client),
      () => this.createBox(client, label),
      async () => void (await this.signIn()),
      () => this.fillJob(client),
      () => this.train(client, task),
    );
  }

  /** Waits for running calls and stops. Throws the first error. */
  async stop(): Promise<Acknowledged> {
    this.isStopped = true;
    await Promise.all(this.users);
    return this.acknowledged;
  }

  async signIn(): Promise<TestClient> {
    const anonymous = new TestClient(this.origin, null);
    const { access } = expectBody<{ access: string }>(
      await repeatUntilAnswered(() => anonymous.post('/account/v2/login', this.credentials)),
    );
    this.acknowledged.signIns += 1;
    return new TestClient(this.origin, `Bearer ${access}`);
  }

  private async uploadImage(client: TestClient): Promise<void> {
    const body = { base64: await createImageBase64(), noresize: true };
    const { id } = await this.createRow<{ id: string }>(client, '/recognition/v2/training-image/', body);
    this.acknowledged.images.push(id);
  }

  private async createBox(client: TestClient, label: string): Promise<void> {
    const image = this.acknowledged.images.at(-1) ?? '';
    const box = { image, detection_label: label, data: [1, 1, 40, 40] };
    this.acknowledged.objects.push((await this.createRow<{ id: string }>(client, '/detection/v2/object/', box)).id);
  }

  private async fillJob(client: TestClient): Promise<void> {
    const job = await this.createRow<{ id: string }>(client, '/annotate/v2/imagejob/', { name: 'All' });
    const work = await this.createRow<Work>(client, `/annotate/v2/imagejob/${job.id}/add-matching`, { filter: {} }, 202);
    this.acknowledged.works.set(job.id, work.id);
    // Wait like a user. Each background work adds all images, so creating work continuously would soon build a backlog of hours.
    while (!this.isStopped && (await this.isUnfinished(client, work.id))) await delay(PAUSE_MS);
  }

  private async isUnfinished(client: TestClient, id: string): Promise<boolean> {
    const { status } = expectBody<Work>(await repeatUntilAnswered(() => client.get(`/annotate/v2/work/${id}`)));
    return status === 'queued' || status === 'running';
  }

  private async train(client: TestClient, task: string): Promise<void> {
    this.acknowledged.models.push((await this.createRow<{ id: string }>(client, `/recognition/v2/task/${task}/train`)).id);
    await delay(PAUSE_MS);
  }

  private async createRow<T>(client: TestClient, path: string, body: object = {}, status = 201): Promise<T> {
    const headers = { 'idempotency-key': randomUUID() };
    const startedAt = Date.now();
    let lastFailure = '';
    const send = async () => {
      const response = await client.post(path, body, { headers }).catch((error: unknown) => {
        lastFailure = String(error);
        throw error;
      });
      if (response.status >= 502) lastFailure = `${response.status} ${response.text}`;
      return response;
    };
    try {
      return expectBody<T>(await repeatUntilAnswered(send), status);
    } finally {
      const durationMs = Date.now() - startedAt;
      if (lastFailure !== '' && durationMs > this.longest.ms) this.longest = { ms: durationMs, call: path, lastFailure };
    }
  }

  private async repeat(action: () => Promise<void>): Promise<void> {
    while (!this.isStopped) await action();
  }

  /** Runs users concurrently. The first error stops all of them, and `stop` throws it. */
  private runUsers(...actions: (() => Promise<void>)[]): void {
    for (const action of actions) {
      const running = this.repeat(action);
      running.catch(() => {
        this.isStopped = true;
      });
      this.users.push(running);
    }
  }
}

/** Repeats a call while it is lost or returns 502, 503 or 504. */
export async function repeatUntilAnswered(send: () => Promise<TestResponse>): Promise<TestResponse> {
  for (const deadline = Date.now() + TIMEOUT_MS; ; await delay(PAUSE_MS)) {
    const response = await send().catch(() => null);
    if (response && ![502, 503, 504].includes(response.status)) return response;
    if (Date.now() > deadline)
      throw new Error(`no response within the timeout; last status ${response?.status ?? 'none'}: ${response?.text ?? ''}`);
  }
}

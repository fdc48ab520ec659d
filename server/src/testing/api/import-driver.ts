import type { ExportOffer, Import, ImportFile, ImportItem } from '@console/shared-contract/api';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { expectBody, type TestClient } from './client';
import type { TestServer } from './test-server';

type Files = Record<string, string | Buffer>;

/** Creates a zip of files. */
export async function createZip(files: Files): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Buffer>);
}

/** Runs imports over HTTP like the console or a script. */
export class ImportDriver {
  constructor(
    private readonly server: Pick<TestServer, 'origin'> & { runWork: () => Promise<unknown> },
    private readonly client: TestClient,
  ) {}

  async begin(files: Files, body: object = {}): Promise<string> {
    const { id } = expectBody<Import>(
      await this.client.post('/recognition/v2/import/', { name: 'From elsewhere', ...body }),
      201,
    );
    if (Object.keys(files).length > 0) await this.send(id, files);
    return id;
  }

  async send(id: string, files: Files): Promise<void> {
    const announced = Object.entries(files).map(([path, content]) => ({ path, size: Buffer.from(content).length }));
    const answer = await this.client.post(`/recognition/v2/import/${id}/files`, { files: announced });
    for (const { id: file, path } of expectBody<{ files: ImportFile[] }>(answer).files) {
      const sent = await this.sendPart(id, file, 0, Buffer.from(files[path] ?? ''));
      if (sent.status !== 200) throw new Error(`${path}: ${sent.status} ${await sent.text()}`);
    }
  }

  sendPart(id: string, file: string, offset: number, content: Buffer): Promise<Response> {
    return fetch(`${this.server.origin}/api/imports/${id}/files/${file}?offset=${offset}`, {
      method: 'PUT',
      headers: { authorization: this.client.authorization ?? '', 'content-type': 'application/octet-stream' },
      body: new Uint8Array(content),
    });
  }

  async planned(id: string, options: object = {}): Promise<Import> {
    expectBody(await this.client.post(`/recognition/v2/import/${id}/plan`, options), 202);
    await this.server.runWork();
    return this.read(id);
  }

  async ran(id: string, choices: object = {}): Promise<Import> {
    expectBody(await this.client.post(`/recognition/v2/import/${id}/run`, choices), 202);
    await this.server.runWork();
    return this.read(id);
  }

  /** Uploads, plans and runs an import, by default with default choices. */
  async imported(files: Files, options: object = {}, choices: object = {}, body: object = {}): Promise<Import> {
    const id = await this.begin(files, body);
    const plan = await this.planned(id, options);
    if (plan.state !== 'planned') throw new Error(`${plan.state}: ${plan.error}`);
    return this.ran(id, choices);
  }

  /** Requests an export and downloads its zip. */
  async exported(order: object): Promise<Buffer> {
    const { address } = expectBody<ExportOffer>(await this.client.post('/recognition/v2/training-image/export', order), 201);
    return Buffer.from(await (await fetch(new URL(new URL(address).pathname, this.server.origin))).arrayBuffer());
  }

  async undone(id: string): Promise<Import> {
    expectBody(await this.client.post(`/recognition/v2/import/${id}/undo`), 202);
    await this.server.runWork();
    return this.read(id);
  }

  async read(id: string): Promise<Import> {
    return expectBody<Import>(await this.client.get(`/recognition/v2/import/${id}`));
  }

  async items(id: string): Promise<ImportItem[]> {
    const answer = await this.client.get(`/recognition/v2/import/${id}/items`, { page_size: 1000 });
    return expectBody<{ results: ImportItem[] }>(answer).results;
  }

  async report(id: string): Promise<string> {
    const address = `${this.server.origin}/api/imports/${id}/report.csv`;
    const answer = await fetch(address, { headers: { authorization: this.client.authorization ?? '' } });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.text();
  }
}

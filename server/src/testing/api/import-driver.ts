import type { ExportOffer, Import, ImportFile, ImportItem } from '@console/shared-contract/api';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { expectBody, type TestClient } from './client';
import type { TestServer } from './test-server';

type Files = Record<string, string | Buffer>;

/** Creates a zip of files. */
export async function createZip(files: Files): Promise<Buffer> {
  const zipFile = new ZipFile();
  for (const [path, content] of Object.entries(files)) zipFile.addBuffer(Buffer.from(content), path);
  zipFile.end();
  return buffer(zipFile.outputStream as NodeJS.ReadableStream & AsyncIterable<Buffer>);
}

/** Runs imports over HTTP like the console or a script. Methods that start background work wait until it has finished. */
export class ImportDriver {
  constructor(
    private readonly server: Pick<TestServer, 'origin'> & { runWork: () => Promise<unknown> },
    private readonly client: TestClient,
  ) {}

  /** Creates an import, uploads the files and returns its id. */
  async createImport(files: Files, body: object = {}): Promise<string> {
    const { id } = expectBody<Import>(await this.client.post('/recognition/v2/import/', { name: 'Test import', ...body }), 201);
    if (Object.keys(files).length > 0) await this.uploadFiles(id, files);
    return id;
  }

  async uploadFiles(id: string, files: Files): Promise<void> {
    const declaredFiles = Object.entries(files).map(([path, content]) => ({ path, size: Buffer.from(content).length }));
    const declaration = await this.client.post(`/recognition/v2/import/${id}/files`, { files: declaredFiles });
    for (const { id: fileId, path } of expectBody<{ files: ImportFile[] }>(declaration).files) {
      const response = await this.uploadChunk(id, fileId, 0, Buffer.from(files[path] ?? ''));
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    }
  }

  uploadChunk(id: string, file: string, offset: number, content: Buffer): Promise<Response> {
    return fetch(`${this.server.origin}/api/imports/${id}/files/${file}?offset=${offset}`, {
      method: 'PUT',
      headers: { authorization: this.client.authorization ?? '', 'content-type': 'application/octet-stream' },
      body: new Uint8Array(content),
    });
  }

  async planImport(id: string, options: object = {}): Promise<Import> {
    expectBody(await this.client.post(`/recognition/v2/import/${id}/plan`, options), 202);
    await this.server.runWork();
    return this.readImport(id);
  }

  async runImport(id: string, choices: object = {}): Promise<Import> {
    expectBody(await this.client.post(`/recognition/v2/import/${id}/run`, choices), 202);
    await this.server.runWork();
    return this.readImport(id);
  }

  /** Uploads, plans and runs an import, by default with default choices. */
  async importFiles(files: Files, options: object = {}, choices: object = {}, body: object = {}): Promise<Import> {
    const id = await this.createImport(files, body);
    const plan = await this.planImport(id, options);
    if (plan.state !== 'planned') throw new Error(`${plan.state}: ${plan.error}`);
    return this.runImport(id, choices);
  }

  /** Requests an export and downloads its zip. */
  async exportImages(request: object): Promise<Buffer> {
    const { address } = expectBody<ExportOffer>(await this.client.post('/recognition/v2/training-image/export', request), 201);
    return Buffer.from(await (await fetch(new URL(new URL(address).pathname, this.server.origin))).arrayBuffer());
  }

  async undoImport(id: string): Promise<Import> {
    expectBody(await this.client.post(`/recognition/v2/import/${id}/undo`), 202);
    await this.server.runWork();
    return this.readImport(id);
  }

  async readImport(id: string): Promise<Import> {
    return expectBody<Import>(await this.client.get(`/recognition/v2/import/${id}`));
  }

  async listItems(id: string): Promise<ImportItem[]> {
    const response = await this.client.get(`/recognition/v2/import/${id}/items`, { page_size: 1000 });
    return expectBody<{ results: ImportItem[] }>(response).results;
  }

  async downloadReport(id: string): Promise<string> {
    const url = `${this.server.origin}/api/imports/${id}/report.csv`;
    const response = await fetch(url, { headers: { authorization: this.client.authorization ?? '' } });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return response.text();
  }
}

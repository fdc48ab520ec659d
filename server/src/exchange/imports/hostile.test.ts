import { labelPalette } from '@console/shared-contract/label-palette';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Import } from '@console/shared-contract/api';
import { pack } from 'tar-stream';
import { ZipFile } from 'yazl';
import { expectBody, type TestClient } from '../../testing/api/client';
import type { S3Settings } from '../../platform/config/s3';
import { createS3Client } from '../../platform/files/s3/s3-client';
import { createPng } from '../../testing/api/png';
import { ImportDriver, createZip } from '../../testing/api/import-driver';
import { parseImport } from '../../testing/api/parse-import';
import { createRepeatedZip } from '../../testing/api/repeated-zip';
import { startS3Server } from '../../testing/s3/s3-server';
import { createTestServer, type TestServer } from '../../testing/api/test-server';
import { discoverFiles } from './discover/discover-files';
import { listObjects, openObject } from './discover/import-places';

let folder: string;
let bucket: Awaited<ReturnType<typeof startS3Server>>;
let server: TestServer;
let client: TestClient;
let driver: ImportDriver;
let photo: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-place-'));
  bucket = await startS3Server();
  server = await createTestServer({
    config: { importPlaces: [folder, 's3://pictures/in', 's3://nowhere'], s3: bucket.settings },
  });
  photo = await createPng('#a00');
});
afterAll(async () => {
  await server.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  ({ client } = await server.createTenant());
  driver = new ImportDriver(server, client);
});

const createCoco = (annotations: object[], fields: object = {}) =>
  JSON.stringify({
    images: [{ id: 1, file_name: 'a.png', width: 100, height: 80 }],
    annotations: annotations.map((annotation) => ({ image_id: 1, category_id: 1, ...annotation })),
    categories: [{ id: 1, name: 'Fig' }],
    ...fields,
  });

/** Plans an import and returns its notes and the reasons of unreadable files. */
async function planFiles(files: Record<string, string | Buffer>, options: object = {}) {
  const id = await driver.createImport(files);
  const { state, plan, error } = await driver.planImport(id, options);
  expect([state, error]).toEqual(['planned', null]);
  const items = await driver.listItems(id);
  const unreadable = Object.fromEntries(
    items.filter(({ outcome }) => outcome === 'unreadable').map(({ path, reason }) => [path, reason]),
  );
  return {
    id,
    plan,
    notes: Object.fromEntries((plan?.notes ?? []).map(({ reason, count }) => [reason, count])),
    unreadable,
  };
}

it('reports every invalid JSON file and annotation and imports the valid ones', async () => {
  const { id, plan, notes, unreadable } = await planFiles(
    {
      'a.png': photo,
      'broken.png': Buffer.from('no picture at all, whatever its name'),
      'truncated.json': createCoco([{ bbox: [1, 1, 5, 5] }]).slice(0, -20),
      'deep.json': `{"images":${'['.repeat(5_000)}`,
      'list.json': '{"images":7}',
      'nan.json': createCoco([{ bbox: [1, 1, 5, 5] }, { bbox: [2, 1, 5, 5] }])
        .replace('"annotations"', '\n"annotations"')
        .replace('[2,1,5,5]', '[NaN,1,5,5]'),
      'word.json': '{"images":[wrong]}',
      'binary.json': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0xfd]),
      'utf16.json': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(createCoco([{ bbox: [10, 20, 40, 40] }]), 'utf16le')]),
      'wrong.json': createCoco(
        [
          ...[{ bbox: [5, 5, -3, 10] }, { bbox: [5, 5, 0, 0] }, { bbox: ['a', 1, 2, 3] }, { category_id: 9, bbox: [1, 1, 2, 2] }],
          ...[
            { image_id: 77, bbox: [1, 1, 2, 2] },
            { bbox: [1, 1, 5, 5], iscrowd: 1 },
            { bbox: [60, 1, 5, 5], keypoints: [1, 2, 2] },
          ],
          ...[{ segmentation: [[1, 1]] }, { category_id: 2, bbox: [1, 1, Infinity, 5] }, { category_id: 3, bbox: [70, 1, 5, 5] }],
        ],
        {
          categories: [
            { id: 1, name: 'Fig' },
            { id: 2, name: 'Fig' },
            { id: 3, name: 'n'.repeat(10_000) },
          ],
        },
      ),
    },
    { format: 'coco' },
  );
  expect(unreadable).toEqual({
    'broken.png': 'Not a supported image format.',
    'truncated.json': 'The JSON is incomplete: the end of the file is missing.',
    'deep.json': expect.stringContaining('JSON'),
    'list.json': 'No list of images: this is not a COCO file.',
    'nan.json': 'Invalid JSON in line 2, character 102, after element 1 of annotations: NaN is not a number.',
    'word.json': expect.stringMatching(/^Invalid JSON in line 1, character 12: unexpected w\.$/),
    'binary.json': 'Not a text file in UTF-8 or UTF-16.',
  });
  expect(notes).toMatchObject({
    'Boxes without area': 2,
    'Annotations without a box or an outline': 3,
    'Annotations of categories that the file does not list': 1,
    'Annotations of images that the file does not list': 1,
    'Outlines with fewer than three corners': 1,
    'Names of more than 255 characters: truncated': 1,
  });
  expect(plan?.classes.map(({ name }) => name.length)).toEqual([3, 255]);
  const finishedImport = await driver.runImport(id);
  expect(finishedImport.result).toMatchObject({
    pictures: { added: 1, failed: 7 },
    shapes: { boxes: 4, skeletons: 1 },
    labels_created: 2,
  });
  const labels = expectBody<{ results: { color: string }[] }>(await client.get('/detection/v2/label/')).results;
  expect(new Set(labels.map(({ color }) => color))).toEqual(new Set(labelPalette.slice(0, 2)));
  expect(await driver.downloadReport(id)).toContain('truncated.json,unreadable,The JSON is incomplete');
});

it('replaces characters of image names that the database cannot store', async () => {
  const emptyLists = { meta_data: [], verified_by: [], labels: [], objects: [], polygons: [], points: [], groups: [], jobs: [] };
  const fields = { id: '7', file: 'a.png', content_hash: '', width: 100, height: 80, part: 'all', test: false, real: true };
  const image = { ...fields, created: '', ...emptyLists };
  const lines = [
    { annotation_console: 1, created: '' },
    { image: { ...image, name: `x\u0000y\ud800\tz${'n'.repeat(300)}` } },
    { image: { ...image, file: 'lost\u0000\udfff.png', content_hash: '\u0000' } },
  ];
  const { id } = await driver.importFiles({
    'a.png': photo,
    'console.jsonl': lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  const { results } = expectBody<{ results: { name: string }[] }>(await client.get('/recognition/v2/training-image/'));
  expect(results.map(({ name }) => name)).toEqual([`x y \tz${'n'.repeat(249)}`]);
  const missingItems = (await driver.listItems(id)).filter(({ outcome }) => outcome === 'missing');
  expect(missingItems.map(({ path }) => path)).toEqual(['lost  .png']);
});

it('lists a truncated image in the plan, and a damaged image in the report', async () => {
  const damagedPng = Buffer.from(photo).fill(0xff, 150, 160);
  const files = { 'truncated.png': photo.subarray(0, photo.length / 2), 'damaged.png': damagedPng };
  const { id, plan, unreadable } = await planFiles(files);
  expect(plan?.pictures).toMatchObject({ new: 1, unreadable: 1 });
  expect(unreadable).toEqual({ 'truncated.png': 'The image is damaged: its end is missing.' });
  await driver.runImport(id);
  expect(await driver.downloadReport(id)).toContain('damaged.png,failed,The file is not a readable image.,');
});

it('an import rejects XML entities and truncated XML', async () => {
  const entityBomb =
    '<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
  const createObject = (name: string) =>
    `<annotation><filename>a.png</filename><object><name>${name}</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object></annotation>`;
  const { unreadable, boxes, notes } = await parseImport({
    'a.png': photo,
    'bomb.xml': `${entityBomb}${createObject('&b;')}`,
    'truncated.xml': createObject('Fig').slice(0, -30),
    'valid.xml': createObject('Fig &amp; leaf'),
    'nan.xml': createObject('Fig').replace('9', 'NaN'),
    'passwd.xml': `${entityBomb}${createObject('&f;')}`,
  });
  expect(unreadable).toEqual({
    'bomb.xml': expect.stringContaining('undefined entity'),
    'truncated.xml': expect.stringContaining('unclosed tag'),
    'passwd.xml': expect.stringContaining('undefined entity'),
  });
  expect(boxes).toEqual(['a.png: Fig & leaf 0 0 9 9']);
  expect(notes).toEqual({ 'Coordinates that are not numbers': 1 });
});

it('rejects path traversal, links, zip bombs and truncated archives', async () => {
  const zip = new ZipFile();
  zip.addBuffer(photo, 'xx/parent.png');
  zip.addBuffer(photo, 'valid.png');
  zip.addBuffer(Buffer.from('/etc/passwd'), 'link.png', { mode: 0o120_777 });
  zip.addBuffer(Buffer.alloc(30_000_000), 'bomb.png');
  zip.end();
  const zipBytes = await buffer(zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Buffer>);
  const pathTraversalZip = Buffer.from(
    zipBytes.toString('latin1').replaceAll('xx/parent.png', '../parent.png'.slice(0, 13)),
    'latin1',
  );
  const tar = pack();
  tar.entry({ name: '../outer.png' }, photo);
  tar.entry({ name: 'symlink.png', type: 'symlink', linkname: '/etc/passwd' });
  tar.entry({ name: 'deep/inside.png' }, Buffer.concat([photo, Buffer.from('other')]));
  tar.finalize();
  const tarBytes = await buffer(tar as unknown as AsyncIterable<Buffer>);
  const { plan, unreadable } = await planFiles({
    'a.zip': pathTraversalZip,
    'b.tar': tarBytes,
    'c.zip': zipBytes.subarray(0, zipBytes.length - 100),
    'd.tgz': gzipSync(tarBytes).subarray(0, 60),
    'e.zip': Buffer.from('no zip'),
  });
  const outsideReason = 'The path leads out of the archive.';
  expect(unreadable).toEqual({
    '../parent.png': outsideReason,
    'link.png': 'Links in archives are not supported.',
    'bomb.png': expect.stringMatching(/^Unpacks to [\d,]+ times its size/),
    '../outer.png': outsideReason,
    'symlink.png': 'Links in archives are not supported.',
    'c.zip': expect.stringContaining('Incomplete or damaged zip'),
    'd.tgz': expect.stringContaining('Incomplete or damaged tar'),
    'e.zip': expect.stringContaining('Incomplete or damaged zip'),
  });
  expect(plan?.pictures).toMatchObject({ new: 2, unreadable: 8 });
});

it('an import rejects an archive with overlapping entries', async () => {
  const zip = await createRepeatedZip(Buffer.alloc(1_000_000), { entries: 500, isShared: true });
  expect(zip.length).toBeLessThan(100_000);
  const { images, unreadable } = await parseImport({
    'overlaps.zip': zip,
    'valid.zip': await createZip({ 'a.png': photo, 'b.txt': '' }),
  });
  expect(unreadable).toEqual({ 'overlaps.zip': 'The entries of the archive overlap. It is damaged or malicious.' });
  expect(images).toEqual(['a.png']);
});

it('rejects archives that together unpack to more than the limit', async () => {
  const zip = await createRepeatedZip(Buffer.alloc(19_000_000), { entries: 250, isShared: false });
  const { unreadable } = await parseImport({ 'zeros.zip': zip, 'a.png': photo });
  const tooLargeReason = expect.stringMatching(/^Unpacks to 4,750 MB from \d+ MB, more than the limit of one import/) as unknown;
  expect(unreadable).toEqual({ 'zeros.zip': tooLargeReason });
});

it('reads only folders that the operator allows, and follows no symbolic links', async () => {
  const file = join(folder, 'sub', 'Apple', 'a.png');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, photo);
  await symlink('/etc', join(folder, 'sub', 'etc'));
  const importPlaces = await client.get('/recognition/v2/import-place/');
  expect(expectBody<{ results: unknown }>(importPlaces).results).toEqual([
    { place: folder, kind: 'folder' },
    { place: 's3://pictures/in', kind: 'bucket' },
    { place: 's3://nowhere', kind: 'bucket' },
  ]);
  const createImport = async (source: object) => client.post('/recognition/v2/import/', { name: 'From a folder', source });
  const planFolder = async (path: string) =>
    driver.planImport(expectBody<Import>(await createImport({ place: folder, path }), 201).id);
  const { id, plan } = await planFolder('sub');
  expect(plan).toMatchObject({ format: 'folders', pictures: { new: 1 } });
  expect((await driver.runImport(id)).result?.pictures.added).toBe(1);
  expect(await planFolder('sub/etc')).toMatchObject({ state: 'failed', error: expect.stringContaining('There is no folder') });
  const { config } = server.app.deps;
  for (const path of ['../..', 'nowhere']) {
    const source = { id: 'other', source: { place: folder, path }, sentFiles: [] };
    await expect(discoverFiles(config, source)).rejects.toThrow('There is no folder');
  }
  expect((await createImport({ place: '/etc', path: '' })).status).toBe(400);
});

it('reads only the allowed bucket prefix, including its archives', async () => {
  const sendToBucket = createS3Client(bucket.settings);
  const otherPhoto = Buffer.concat([photo, Buffer.from('other')]);
  for (const [key, content] of [
    ['in/set/Apple/a+b #1 ü.png', photo],
    ['in/set/more.zip', await createZip({ 'Pear/c.png': otherPhoto })],
    ['inside/secret.png', photo],
  ] as const)
    await sendToBucket({ method: 'PUT', key, body: new Uint8Array(content) });
  const createResponse = await client.post('/recognition/v2/import/', {
    name: 'From a bucket',
    source: { place: 's3://pictures/in' },
  });
  const { id } = expectBody<Import>(createResponse, 201);
  const { plan } = await driver.planImport(id);
  expect(plan?.pictures).toEqual({ new: 2, here: 0, unreadable: 0, missing: 0 });
  expect((await driver.listItems(id)).map(({ path }) => path).sort()).toEqual(['Pear/c.png', 'set/Apple/a+b #1 ü.png']);
  expect((await driver.runImport(id)).result?.pictures).toEqual({ added: 2, here: 0, failed: 0 });
});

it('reports COCO panoptic files as unsupported and reads the other files', async () => {
  const panopticFile = JSON.stringify({
    images: [{ id: 1, file_name: 'a.png', width: 100, height: 80 }],
    annotations: [
      { image_id: 1, file_name: 'a.png', segments_info: [{ id: 7, category_id: 1, bbox: [0, 0, 9, 9], area: 81, iscrowd: 0 }] },
    ],
    categories: [{ id: 1, name: 'Fig', supercategory: 'fruit', isthing: 1, color: [1, 2, 3] }],
  });
  const { boxes, notes } = await parseImport({
    'a.png': photo,
    'panoptic.json': panopticFile,
    'instances.json': createCoco([{ bbox: [1, 1, 5, 5] }]),
  });
  expect(boxes).toHaveLength(1);
  expect(notes).toMatchObject({ 'Panoptic segmentation (not supported)': 1 });
});

it('reports permanent bucket errors at once and retries interrupted downloads', async () => {
  const missingBucket = { id: 'other', source: { place: 's3://nowhere', path: '' }, sentFiles: [] };
  await expect(discoverFiles(server.app.deps.config, missingBucket)).rejects.toThrow('There is no bucket nowhere.');
  const importPlace = 's3://pictures/in';
  const listBucket = async (s3: S3Settings) => {
    for await (const _ of listObjects({ importPlaces: [importPlace], s3 }, { place: importPlace, path: '' }))
      expect(_).toBeDefined();
  };
  await expect(listBucket({ ...bucket.settings, secretAccessKey: 'WRONG' })).rejects.toThrow(
    'The S3 server denies read access to the bucket pictures (SignatureDoesNotMatch).',
  );
  const failingServer = createServer(({ url }, response) => {
    // Some S3 servers do not encode keys and format XML differently.
    if (url?.includes('list-type'))
      return void response.end(
        `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated >false</IsTruncated>
        <Contents><!-- <Key>in/none</Key> --><Key>in/a&#38;b+&#x20AC; .png</Key><Owner><ID>1</ID></Owner><Size>7</Size></Contents>
        <Contents><Size> 8 </Size><Key><![CDATA[in/<c>.png]]></Key></Contents></ListBucketResult>`,
      );
    if (url?.endsWith('denied.png')) return void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    response.writeHead(200, { 'content-length': 1000 }).write('first bytes', () => response.destroy());
  });
  await new Promise<void>((resolve) => void failingServer.listen(0, '127.0.0.1', resolve));
  const { port } = failingServer.address() as AddressInfo;
  const s3 = { ...bucket.settings, endpoint: `http://127.0.0.1:${port}` };
  const objects: [string, number][] = [];
  for await (const { path, size } of listObjects({ importPlaces: [importPlace], s3 }, { place: importPlace, path: '' }))
    objects.push([path, size]);
  expect(objects).toEqual([
    ['a&b+€ .png', 7],
    ['<c>.png', 8],
  ]);
  await expect(openObject({ s3 }, 'pictures', 'denied.png')).rejects.toThrow(
    'The S3 server denies read access to it (AccessDenied).',
  );
  await expect(buffer(await openObject({ s3 }, 'pictures', 'interrupted.png'))).rejects.toMatchObject({ status: 503 });
  await new Promise((resolve) => failingServer.close(resolve));
});

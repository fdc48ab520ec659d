import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { writeTar } from '../../../../../server/src/operations/releases';
import { createReleaseFiles } from '../../../../../server/src/testing/releases/release-samples';
import { createAttempt, type AttackClass, type Attempt } from '../../harness/attack-class';
import { runDuringOtherUserRequests, MAX_WAIT_MS } from '../../harness/concurrent-user';

const DEPLOY_TOKEN = 'a-deploy-token-of-the-attack';
const TAR_BLOCK_SIZE = 512;

interface TarEntry {
  name: string;
  type?: string;
  linkTo?: string;
  /** The twelve bytes of the size field. Default: the size of the content. */
  size?: Buffer;
  content?: string;
  /** The fields `magic` and `version` of the tar header. Default: POSIX. */
  magic?: string;
}

/** Encodes a tar entry byte by byte, because a library cannot write invalid entries. */
function encodeTarEntry({ name, type = '0', linkTo = '', size, content = '', magic = 'ustar\u000000' }: TarEntry): Buffer {
  const header = Buffer.alloc(TAR_BLOCK_SIZE);
  header.write(name, 0, 100);
  header.write('0000644\u0000', 100);
  header.write('0000000\u0000', 108);
  header.write('0000000\u0000', 116);
  (size ?? Buffer.from(`${Buffer.byteLength(content).toString(8).padStart(11, '0')}\u0000`)).copy(header, 124);
  header.write('00000000000\u0000', 136);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write(linkTo, 157, 100);
  header.write(magic, 257, 'latin1');
  const checksum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${checksum.toString(8).padStart(6, '0')}\u0000 `, 148);
  const body = Buffer.from(content);
  return Buffer.concat([header, body, Buffer.alloc((TAR_BLOCK_SIZE - (body.length % TAR_BLOCK_SIZE)) % TAR_BLOCK_SIZE)]);
}

const END_OF_ARCHIVE = Buffer.alloc(2 * TAR_BLOCK_SIZE);
/** Encodes a positive or negative size as a base-256 number of GNU tar. */
function encodeBase256(value: bigint): Buffer {
  const bytes = Buffer.alloc(12, value < 0n ? 0xff : 0);
  bytes.writeBigInt64BE(value, 4);
  bytes[0] = value < 0n ? 0xff : 0x80;
  return bytes;
}

const encodePax = (record: string) => {
  const formatRecord = (length: number) => `${length} ${record}\n`;
  const length = formatRecord(record.length + 4).length;
  return formatRecord(length);
};

const INVALID_SIZES = [-1n, -512n, -513n, -1024n, -(2n ** 40n), 2n ** 40n, 2n ** 53n, 2n ** 62n];
const INVALID_FILE_NAMES = [
  '../x',
  '..',
  '/etc/x',
  'a/../../x',
  './../x',
  'a/b',
  '.',
  './.',
  'a\\..\\x',
  'C:\\x',
  '.hidden',
  'x\n',
  '%2e%2e%2fx',
];
/** Tar entry types of links, devices, folders, pipes and non-standard entries. */
const UNSUPPORTED_ENTRY_TYPES = ['1', '2', '3', '4', '5', '6', '7', 'S', 'V', 'Z'];

function createBadArchives(validArchive: Buffer): [string, Buffer][] {
  const prepend = (description: string, entry: TarEntry): [string, Buffer] => [
    description,
    Buffer.concat([encodeTarEntry(entry), validArchive]),
  ];
  return [
    ...INVALID_SIZES.map((size) => prepend(`size ${size}`, { name: 'x.js', size: encodeBase256(size) })),
    prepend('size of letters', { name: 'x.js', size: Buffer.from('zzzzzzzzzzz\u0000') }),
    prepend('octal size below zero', { name: 'x.js', size: Buffer.from('-0000000001\u0000') }),
    ...INVALID_FILE_NAMES.map((name) => prepend(`name ${JSON.stringify(name)}`, { name, content: 'x' })),
    ...UNSUPPORTED_ENTRY_TYPES.map((type) => prepend(`type ${type}`, { name: 'x.js', type, linkTo: '../../../../etc/passwd' })),
    prepend('long name ..', { name: '././@LongLink', type: 'L', content: `${'../'.repeat(60)}x\u0000` }),
    [
      'pax path',
      Buffer.concat([
        encodeTarEntry({ name: 'p', type: 'x', content: encodePax('path=../../x') }),
        encodeTarEntry({ name: 'x.js', content: 'x' }),
        validArchive,
      ]),
    ],
    [
      'pax size',
      Buffer.concat([
        encodeTarEntry({ name: 'p', type: 'x', content: encodePax('size=-1') }),
        encodeTarEntry({ name: 'x.js', content: 'x' }),
        validArchive,
      ]),
    ],
    ['a duplicate file', Buffer.concat([encodeTarEntry({ name: 'manifest.json', content: '{}' }), validArchive])],
    [
      '3000 files',
      Buffer.concat([...Array.from({ length: 3000 }, (_, n) => encodeTarEntry({ name: `f${n}.js` })), validArchive]),
    ],
    ['truncated in the middle', validArchive.subarray(0, validArchive.length / 2)],
    ['empty', Buffer.alloc(0)],
    ['only zeros', END_OF_ARCHIVE],
    ['a gzip bomb', gzipSync(Buffer.alloc(300_000_000))],
    ['a truncated gzip', gzipSync(validArchive).subarray(0, 200)],
    ['gzip in gzip', gzipSync(gzipSync(validArchive))],
    ['noise', Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 251))],
  ];
}

/** Valid names of micro-frontends that also have a meaning in JavaScript or in the server. */
const RESERVED_NAMES = ['constructor', 'prototype', 'host', 'then'];
const INVALID_REMOTE_NAMES = ['__proto__', 'toString', 'hasOwnProperty', 'valueOf', '..', '.', 'a%2fb', '%00', ' '];
const INVALID_VERSIONS = [
  '..',
  '..%2f..%2fx',
  '1.0',
  '1',
  'latest',
  '1.0.0%00',
  '01.0.0',
  `1.0.${'9'.repeat(400)}`,
  'constructor',
];

/** Deploys invalid archives, reserved names and wrong compressed files with a valid deploy token. */
export const releases: AttackClass = {
  name: 'releases',
  run: async ({ startServer, createTenant }) => {
    const folder = await mkdtemp(join(tmpdir(), 'console-attack-build-'));
    try {
      await mkdir(join(folder, 'host'));
      const offer = { contract: '1.0.0', shared: { react: '19.1.0' } };
      await writeFile(join(folder, 'host', 'offer.json'), JSON.stringify(offer));
      const server = await startServer({ BUILD_DIR: folder, DEPLOY_TOKEN }, { console: true });
      const { client: otherClient } = await createTenant();
      const headers = { authorization: `Bearer ${DEPLOY_TOKEN}`, 'content-type': 'application/gzip' };
      const putFile = (path: string, body: Buffer) =>
        fetch(`${server.origin}/remotes/${path}`, { method: 'PUT', headers, body: new Uint8Array(body) });
      const attempts: Attempt[] = [];
      const filesBefore = await listFiles(folder);
      const attemptInvalidRequest = async (description: string, path: string, body: Buffer) => {
        const { value, slowest } = await runDuringOtherUserRequests(otherClient, () => putFile(path, body));
        const isSafe = value.status >= 400 && value.status < 500 && slowest < MAX_WAIT_MS;
        attempts.push(
          createAttempt(
            description,
            isSafe,
            `${value.status} ${(await value.text()).slice(0, 200)}, others waited ${slowest.toFixed(0)} ms`,
          ),
        );
      };
      const validArchive = await writeTar(createReleaseFiles('1.0.0', { name: 'annotate' }));
      for (const [description, archive] of createBadArchives(validArchive))
        await attemptInvalidRequest(description, 'annotate/1.0.0', archive);
      for (const name of INVALID_REMOTE_NAMES)
        await attemptInvalidRequest(
          `a remote named ${name}`,
          `${name}/1.0.0`,
          await writeTar(createReleaseFiles('1.0.0', { name })),
        );
      for (const version of INVALID_VERSIONS)
        await attemptInvalidRequest(`version ${version.slice(0, 20)}`, `annotate/${version}`, validArchive);
      const filesAfter = await listFiles(folder);
      attempts.push(
        createAttempt(
          'nothing was written',
          filesAfter.join() === filesBefore.join(),
          filesAfter.filter((file) => !filesBefore.includes(file)).join(),
        ),
      );
      attempts.push(...(await publishWrongCompressedFiles(server.origin, putFile)));
      const activate = (name: string) =>
        fetch(`${server.origin}/remotes/${name}/activate`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ version: '1.0.0' }),
        });
      for (const name of INVALID_REMOTE_NAMES) {
        const { status } = await activate(name);
        attempts.push(createAttempt(`${name} is not activated`, status >= 400 && status < 500, String(status)));
      }
      for (const name of RESERVED_NAMES) {
        const earlyStatus = (await activate(name)).status;
        const publishStatus = (await putFile(`${name}/1.0.0`, await writeTar(createReleaseFiles('1.0.0', { name })))).status;
        const activateStatus = (await activate(name)).status;
        const { remotes } = (await (await fetch(`${server.origin}/registry.json`)).json()) as {
          remotes: Record<string, unknown>;
        };
        const isSafe = earlyStatus === 409 && publishStatus === 200 && activateStatus === 200 && Object.hasOwn(remotes, name);
        attempts.push(
          createAttempt(
            `a remote named ${name} works like any other`,
            isSafe,
            `${earlyStatus}, ${publishStatus}, ${activateStatus}`,
          ),
        );
      }
      return attempts;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Publishes compressed files that do not match their originals, to evade the size limit or to inject other code. */
async function publishWrongCompressedFiles(
  origin: string,
  putFile: (path: string, body: Buffer) => Promise<Response>,
): Promise<Attempt[]> {
  const page = `export const page = '${'words '.repeat(400)}';`;
  const files = { 'page.js': page, 'page.js.br': 'x', 'page.js.gz': gzipSync('other code').toString('latin1') };
  const publishResponse = await putFile('annotate/1.0.0', await writeTar(createReleaseFiles('1.0.0', { files })));
  const attempts = [
    createAttempt(
      'publishes an archive with wrong compressed files',
      publishResponse.ok,
      `${publishResponse.status} ${await publishResponse.text()}`,
    ),
  ];
  for (const [encoding, inflate] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    // `fetch` has already decompressed the text.
    const text = await fetch(`${origin}/remotes/annotate/1.0.0/page.js`, { headers: { 'accept-encoding': encoding } }).then(
      async (response) => response.text(),
      (error: unknown) => String(error),
    );
    const directResponse = await fetch(`${origin}/remotes/annotate/1.0.0/page.js.${encoding === 'br' ? 'br' : 'gz'}`);
    const bytes = Buffer.from(await directResponse.arrayBuffer());
    const isSafe = text === page && (!directResponse.ok || tryInflate(inflate, bytes) === page);
    attempts.push(
      createAttempt(`${encoding} has the content of the file`, isSafe, `${text.slice(0, 100)} / ${directResponse.status}`),
    );
  }
  return attempts;
}

function tryInflate(inflate: (bytes: Buffer) => Buffer, bytes: Buffer): string {
  try {
    return inflate(bytes).toString();
  } catch {
    return bytes.toString();
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  // Ignore lock files, which are temporary.
  return names.filter((name) => !name.includes('lock')).sort();
}

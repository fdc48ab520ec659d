import type {
  ApiCalls,
  AuditEntry,
  DeclaredProvenance,
  Import,
  ImportUndoCheck,
  TrainingImage,
} from '@console/shared-contract/api';
import { TRASH_DAYS } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import type { z } from 'zod';
import { createClaimedWork } from '../../testing/api/claimed-work';
import { expectBody } from '../../testing/api/client';
import { uploadImage, type ListEnvelope } from '../../testing/api/fixtures';
import { createZip, ImportDriver } from '../../testing/api/import-driver';
import { setUpTestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { unzip } from '../../testing/api/unzip';
import { deleteOrphanedProvenance } from './delete-orphaned-provenance';

interface ExportedLine {
  image?: {
    verified_by: { email: string; created: string }[];
    jobs: { done: boolean; count: number; by: object[] }[];
  };
  group?: { verified_by: { email: string; created: string }[] };
  job?: { assignees: string[] };
}

type Provenance = z.output<ApiCalls['GET /history/v2/provenance/']['response']>;

const server = setUpTestServer();
let importer: TestUser;
let colleague: TestUser;
let workspace: string;
let driver: ImportDriver;
beforeAll(async () => {
  [importer, colleague] = [await server.createTestUser(), await server.createTestUser()];
});
beforeEach(async () => {
  workspace = await server.createTestWorkspace({ members: [importer, colleague] });
  driver = new ImportDriver(server, importer.client);
});

const importClaimedWork = async (choices: object = {}) =>
  driver.importFiles(await createClaimedWork(colleague.email), {}, choices, { workspace });
const listRows = async <Row>(path: string, query: object = {}) =>
  expectBody<ListEnvelope<Row>>(await importer.client.get(path, { workspace, ...query })).results;
const findImage = async () => (await listRows<TrainingImage>('/recognition/v2/training-image/'))[0]!;
const readProvenance = async (subjectId: string) =>
  expectBody<Provenance>(await importer.client.get('/history/v2/provenance/', { workspace, subject: subjectId }));
const listFacts = (entries: readonly DeclaredProvenance[]) =>
  entries.flatMap(({ kind, facts }) => facts.map(({ action, by, at }) => [kind, action, by, at]));
const countRows = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from declared_provenance where workspace_id = ${workspace}`.execute(server.db);
  return rows[0]?.count;
};

describe('a file that declares work of a colleague', () => {
  let importedWorkspace: string;
  let finishedImport: Import;
  beforeAll(async () => {
    importedWorkspace = await server.createTestWorkspace({ members: [importer, colleague] });
    driver = new ImportDriver(server, importer.client);
    const files = await createClaimedWork(colleague.email);
    finishedImport = await driver.importFiles(files, {}, {}, { workspace: importedWorkspace });
  });
  beforeEach(() => {
    workspace = importedWorkspace;
  });

  it('changes no verification, job, statistics or audit entry', async () => {
    const image = await findImage();
    expect((await readProvenance(image.id)).verifications).toEqual([]);
    expect(await listRows('/annotate/v2/verification/', { image: image.id })).toEqual([]);
    expect(await listRows('/annotate/v2/similarity-verification/')).toEqual([]);
    expect(await listRows('/annotate/v2/imagejob/')).toMatchObject([{ item_count: 1, item_done_count: 0 }]);
    for (const { from, to } of [
      { from: '2019-01-01', to: '2019-12-31' },
      { from: '2026-01-01', to: '2027-12-31' },
    ])
      expect(await listRows('/history/v2/statistics/', { from, to, group_by: 'user' })).toEqual([]);
    const { rows } = await sql`select from audit_entry where workspace_id = ${workspace} and action = 'verify'`.execute(
      server.db,
    );
    expect(rows).toEqual([]);
  });

  it("its facts are shown as declared by the file, with the importer's name", async () => {
    expect(finishedImport.plan?.declared).toEqual({ images: 1, shapes: 1, confirmations: 2 });
    expect(finishedImport.result?.declared).toEqual({ images: 1, shapes: 1 });
    const { declared: declaredFacts, declared_count: count } = await readProvenance((await findImage()).id);
    expect(listFacts(declaredFacts)).toEqual([
      ['training_image', 'verified', colleague.email, '2019-01-02T03:04:05.000Z'],
      ['training_image', 'completed', colleague.email, '2019-01-03T03:04:05.000Z'],
      ['training_image', 'created', null, '2019-01-02T03:04:05.000Z'],
      ['detection_object', 'annotated', colleague.email, '2019-01-02T03:04:05.000Z'],
    ]);
    expect(count).toBe(2);
    expect(declaredFacts[0]).toMatchObject({
      file: 'console.jsonl',
      count: 1,
      import: { id: finishedImport.id, name: 'Test import' },
      user: { id: importer.id, username: importer.email },
    });
    const [group] = await listRows<{ id: string }>('/similarity/training/v2/group/');
    expect(listFacts((await readProvenance(group!.id)).declared)).toEqual([
      ['similarity_group', 'verified', colleague.email, '2019-01-02T03:04:05.000Z'],
    ]);
  });

  it('its facts are readable only in their workspace', async () => {
    const { id } = await findImage();
    const { client } = await server.createTenant();
    expect((await client.get('/history/v2/provenance/', { subject: id })).status).toBe(404);
    expect((await client.get('/history/v2/provenance/', { subject: id, workspace })).status).toBe(404);
  });
});

// Files can declare who verified an image or group. With `adopt_confirmations`, the import verifies it, too.
it('verifies declared images and groups in the name of the importer, not of the declared user', async () => {
  const start = Date.now();
  const { id } = await importClaimedWork({ adopt_confirmations: true });
  const { verifications: records, declared } = await readProvenance((await findImage()).id);
  expect(records).toMatchObject([{ user: { id: importer.id }, origin: 'work', import: { id } }]);
  expect(listFacts(declared)).toContainEqual(['training_image', 'verified', colleague.email, '2019-01-02T03:04:05.000Z']);
  expect(await listRows('/annotate/v2/imagejob/')).toMatchObject([{ item_done_count: 1 }]);

  const files = await unzip(await driver.exportImages({ format: 'console', workspace }));
  const lines = String(files.get('console.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ExportedLine);
  const image = lines.flatMap((line) => line.image ?? [])[0]!;
  const verifications = [...image.verified_by, ...lines.flatMap((line) => line.group?.verified_by ?? [])];
  expect(verifications.map(({ email }) => email)).toEqual([importer.email, importer.email]);
  expect(verifications.every(({ created }) => Date.parse(created) >= start - 1_000)).toBe(true);
  expect(image.jobs).toEqual([expect.objectContaining({ done: true, count: 2, by: [] })]);
  // Assignees are a setting that every member may change, so they are imported.
  expect(lines.flatMap((line) => line.job?.assignees ?? [])).toEqual([colleague.email]);
  const auditLog = await listRows<AuditEntry>('/account/v2/audit/', { action: 'verify' });
  expect(auditLog.map(({ user, subject, subject_id }) => [user?.username, subject, subject_id])).toEqual([
    [importer.email, 'recognition/import', id],
  ]);

  const canUndo = async () =>
    expectBody<ImportUndoCheck>(await importer.client.get(`/recognition/v2/import/${id}/undo`)).possible;
  expect(await canUndo()).toBe(true);
  const [group] = await listRows<{ id: string }>('/similarity/training/v2/group/');
  const verification = { group_id: group!.id, workspace };
  expectBody(await colleague.client.post('/annotate/v2/similarity-verification/', verification), 201);
  expect(await canUndo()).toBe(false);
});

it('reports a verification with its user, time and origin', async () => {
  const { id } = await uploadImage(colleague.client, { workspace });
  const start = Date.now();
  expectBody(await colleague.client.post('/annotate/v2/verification/', { image_id: id, workspace }), 201);
  const { verifications, declared } = await readProvenance(id);
  expect(verifications).toMatchObject([
    { user: { id: colleague.id }, origin: 'console', action: 'POST /annotate/v2/verification/', import: null },
  ]);
  expect(Date.parse(verifications[0]!.created)).toBeGreaterThanOrEqual(start - 1_000);
  expect(declared).toEqual([]);
});

describe('declared facts', () => {
  it('are stored once for all shapes of an image that have equal facts', async () => {
    const { 'a.png': image } = await createClaimedWork(colleague.email);
    const boxes = ['auto', 'auto', 'auto', 'semi-auto'].map(
      (source, n) => `<box label="Fig" source="${source}" xtl="${n}" ytl="1" xbr="${n + 9}" ybr="9" occluded="0"/>`,
    );
    const xml = `<annotations><version>1.1</version><image id="0" name="a.png" width="100" height="80">${boxes.join('')}</image></annotations>`;
    const finishedImport = await driver.importFiles({ 'a.png': image!, 'a.xml': xml }, {}, {}, { workspace });
    expect(finishedImport.result?.declared).toEqual({ images: 0, shapes: 4 });
    expect(await countRows()).toBe(2);
    const { declared } = await readProvenance((await findImage()).id);
    expect(declared.map(({ kind, count, facts }) => [kind, count, facts[0]?.source])).toEqual([
      ['detection_object', 3, 'auto'],
      ['detection_object', 1, 'semi-auto'],
    ]);
  });

  it('do not become real verifications when they are exported and imported again', async () => {
    await importClaimedWork();
    const exportFiles = async () => Object.fromEntries(await unzip(await driver.exportImages({ format: 'console', workspace })));
    const firstExport = await exportFiles();
    const image = await findImage();
    const factsBefore = listFacts((await readProvenance(image.id)).declared);
    workspace = await server.createTestWorkspace({ members: [importer] });
    await driver.importFiles({ 'a.zip': await createZip(firstExport) }, {}, {}, { workspace });
    const provenanceAfter = await readProvenance((await findImage()).id);
    expect(provenanceAfter.verifications).toEqual([]);
    expect(listFacts(provenanceAfter.declared)).toEqual(expect.arrayContaining(factsBefore));
    const secondExport = String((await exportFiles())['console.jsonl']);
    expect(secondExport).toContain('"verified_by":[]');
    expect(secondExport).toContain(`{"at":"2019-01-02T03:04:05.000Z","by":"${colleague.email}","action":"verified"}`);
    expect(secondExport).not.toContain(importer.email);
  });

  it('include the statement that there is nothing to annotate, which an importer can accept', async () => {
    const { id } = await uploadImage(colleague.client, { workspace });
    const statement = { image_id: id, nothing_to_annotate: true };
    expectBody(await colleague.client.post('/annotate/v2/verification/', { ...statement, workspace }), 201);
    const coco = await unzip(await driver.exportImages({ format: 'coco', workspace }));
    const instances: unknown = JSON.parse(String(coco.get('annotations/instances_all.json')));
    expect(instances).toMatchObject({ images: [{ id: 1 }], annotations: [] });
    const exportedZip = await driver.exportImages({ format: 'console', workspace });
    for (const adoptsConfirmations of process.env.LONG ? [false, true] : [true]) {
      workspace = await server.createTestWorkspace({ members: [importer] });
      await driver.importFiles({ 'a.zip': exportedZip }, {}, { adopt_confirmations: adoptsConfirmations }, { workspace });
      const { declared, verifications } = await readProvenance((await findImage()).id);
      expect(declared.flatMap(({ facts }) => facts)).toContainEqual(
        expect.objectContaining({ action: 'verified', by: colleague.email, nothing_to_annotate: true }),
      );
      expect(verifications.map(({ user }) => user.id)).toEqual(adoptsConfirmations ? [importer.id] : []);
      expect(await listRows('/recognition/v2/training-image/', { nothing_to_annotate: 1 })).toHaveLength(
        adoptsConfirmations ? 1 : 0,
      );
    }
  });

  it('do not mark an image as empty if the file has shapes for it', async () => {
    const files = await createClaimedWork(colleague.email);
    const lines = String(files['console.jsonl']).replaceAll('"verified_by":[{', '"verified_by":[{"nothing_to_annotate":true,');
    await driver.importFiles({ ...files, 'console.jsonl': lines }, {}, { adopt_confirmations: true }, { workspace });
    const verifications = await listRows('/annotate/v2/verification/', { image: (await findImage()).id });
    expect(verifications).toMatchObject([{ nothing_to_annotate: false }]);
  });

  it('do not include the acceptance of predictions without a review', async () => {
    const files = await createClaimedWork(colleague.email);
    const lines = String(files['console.jsonl']).replaceAll('"verified_by":[{', '"verified_by":[{"by_model":true,');
    await driver.importFiles({ ...files, 'console.jsonl': lines }, {}, { adopt_confirmations: true }, { workspace });
    expect(await listRows('/annotate/v2/verification/', { image: (await findImage()).id })).toEqual([]);
  });

  it('return with a restored image, and are deleted when the image can no longer be restored', async () => {
    await importClaimedWork();
    const { id } = await findImage();
    const provenanceBefore = await readProvenance(id);
    expect((await importer.client.delete(`/recognition/v2/training-image/${id}`)).status).toBe(204);
    expect((await importer.client.get('/history/v2/provenance/', { workspace, subject: id })).status).toBe(404);
    await deleteOrphanedProvenance(server.db);
    const [deletedRow] = await listRows<{ kind: string; subject: string; row: string; change_set: number }>(
      '/history/v2/deleted/',
      {
        kind: 'training_image',
      },
    );
    const { kind, subject, row, change_set } = deletedRow!;
    const body = { workspace, rows: [{ kind, subject, row, change_set }] };
    expectBody(await importer.client.post('/history/v2/restore', body));
    expect(await readProvenance(id)).toEqual(provenanceBefore);
    expect((await importer.client.delete(`/recognition/v2/training-image/${id}`)).status).toBe(204);
    await sql`update change set created = created - make_interval(days => ${TRASH_DAYS + 1}) where subject_id = ${id}`.execute(
      server.db,
    );
    await deleteOrphanedProvenance(server.db);
    // Only the declared provenance facts about the group remain.
    expect(await countRows()).toBe(1);
  });

  it('of an existing image are added with new annotations and deleted by undo', async () => {
    const files = await createClaimedWork(colleague.email);
    const { id } = await uploadImage(importer.client, { base64: Buffer.from(files['a.png']!).toString('base64'), workspace });
    expect((await readProvenance(id)).declared).toEqual([]);
    const { id: importId } = await importClaimedWork();
    expect(listFacts((await readProvenance(id)).declared)).toHaveLength(4);
    // A repeated import adds no annotations.
    await importClaimedWork();
    expect((await readProvenance(id)).declared_count).toBe(2);
    expect((await driver.undoImport(importId)).state).toBe('undone');
    expect((await readProvenance(id)).declared).toEqual([]);
  });
});

import type { AuditEntry, ImportUndoCheck } from '@console/shared-contract/api';
import { createClaimedWork } from '../../testing/api/claimed-work';
import { expectBody } from '../../testing/api/client';
import { ImportDriver } from '../../testing/api/import-driver';
import { setUpTestServer } from '../../testing/api/test-server';
import { unzip } from '../../testing/api/unzip';

const server = setUpTestServer();

interface ExportedLine {
  image?: {
    verified_by: { email: string; created: string }[];
    jobs: { done: boolean; count: number; by: object[] }[];
  };
  group?: { verified_by: { email: string; created: string }[] };
  job?: { assignees: string[] };
}

// Files can declare who verified an image or group. With `adopt_confirmations`, the import verifies it, too.
it('verifies declared images and groups in the name of the importer, not of the declared user', async () => {
  const [owner, importer, colleague] = [
    await server.createTestUser(),
    await server.createTestUser(),
    await server.createTestUser(),
  ];
  const workspace = await server.createTestWorkspace({ members: [owner, importer, colleague] });
  const driver = new ImportDriver(server, importer.client);
  const start = Date.now();
  const { id } = await driver.importFiles(await createClaimedWork(colleague.email), {}, { adopt_confirmations: true });

  const files = await unzip(await driver.exportImages({ format: 'console' }));
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

  const response = await owner.client.get('/account/v2/audit/', { workspace, action: 'verify' });
  const auditLog = expectBody<{ results: AuditEntry[] }>(response).results;
  expect(auditLog.map(({ user, subject, subject_id }) => [user?.username, subject, subject_id])).toEqual([
    [importer.email, 'recognition/import', id],
  ]);

  const canUndo = async () =>
    expectBody<ImportUndoCheck>(await importer.client.get(`/recognition/v2/import/${id}/undo`)).possible;
  expect(await canUndo()).toBe(true);
  const group = expectBody<{ results: { id: string }[] }>(await colleague.client.get('/similarity/training/v2/group/'))
    .results[0]!;
  expectBody(await colleague.client.post('/annotate/v2/similarity-verification/', { group_id: group.id }), 201);
  expect(await canUndo()).toBe(false);
});

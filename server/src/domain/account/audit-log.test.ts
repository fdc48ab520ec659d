import type { AuditEntry } from '@console/shared-contract/api';
import { listMaintenanceTasks } from '../../background-work';
import { expectBody } from '../../testing/api/client';
import { createNamedRow, createTestJob, uploadImage } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import { setPassword } from './users';
import { addMember } from './workspaces';

const server = setUpTestServer();

const tryLogin = async (body: object) => server.anonymous.post('/account/v2/login/', body);

describe('audit log', () => {
  it('shows the actions of all members to the owner only', async () => {
    const owner = await server.createTestUser();
    const member = await server.createTestUser();
    const workspace = await server.createTestWorkspace({ members: [owner, member] });
    await tryLogin({ email: member.email, password: 'a wrong one' });
    await tryLogin({ email: member.email, password: member.password });
    const image = await uploadImage(member.client);
    await member.client.post('/annotate/v2/verification/', { image_id: image.id });
    await owner.client.delete(`/recognition/v2/training-image/${image.id}`);
    const job = await createTestJob(member.client);
    for (const isDone of [true, true]) await member.client.put(`/annotate/v2/imagejob/${job.id}`, { done: isDone });
    await setPassword(server.db, member.id, 'another password');
    const auditLog = expectBody<{ count: number; results: AuditEntry[] }>(
      await owner.client.get('/account/v2/audit/', { workspace, page_size: 6 }),
    );
    expect(auditLog.results.map(({ action, user, subject }) => [action, user?.username ?? null, subject])).toEqual([
      ['password', null, 'user'],
      ['complete', member.email, 'annotate/imagejob'],
      ['delete', owner.email, 'recognition/training-image'],
      ['verify', member.email, 'annotate/verification'],
      ['sign-in', member.email, 'user'],
      ['sign-in-failed', null, 'user'],
    ]);
    expect(auditLog.results.slice(1).map((result) => result.subject_id)).toEqual([
      job.id,
      image.id,
      image.id,
      member.id,
      member.id,
    ]);
    expect(auditLog.count).toBeGreaterThanOrEqual(6);
    const { client: nonMember } = await server.createTenant();
    expect((await nonMember.get('/account/v2/audit/', { workspace })).status).toBe(404);
    const newMember = await server.createTestUser();
    await addMember(server.db, workspace, newMember.id);
    expect((await newMember.client.get('/account/v2/audit/', { workspace })).status).toBe(403);
  });

  it('counts the rows of a bulk change and lists at most 100 of their ids', async () => {
    const { client, workspaceId } = await server.createTenant();
    const image = await uploadImage(client);
    const label = await createNamedRow(client, '/detection/v2/label/');
    const items = Array.from({ length: 120 }, (_, index) => ({
      op: 'create',
      image: image.id,
      detection_label: label.id,
      data: [0, 0, 1 + (index % 5), 5],
    }));
    const sendBulk = async (body: object) =>
      expectBody<{ results: { row: { id: string } | null }[] }>(await client.post('/detection/v2/object/bulk', body)).results;
    const ids = (await sendBulk({ items })).map(({ row }) => row?.id ?? '');
    const deletion = { items: ids.map((id) => ({ op: 'delete', id })) };
    await sendBulk(deletion);
    await sendBulk(deletion);
    await client.post('/detection/v2/object/bulk', { items: items.slice(0, 2) });
    await client.delete(`/detection/v2/object/image?image=${image.id}`);
    await client.delete(`/detection/v2/object/image?image=${image.id}`);
    const auditLog = expectBody<{ results: AuditEntry[] }>(
      await client.get('/account/v2/audit/', { workspace: workspaceId, action: 'delete' }),
    );
    const [imageEntry, bulkEntry] = auditLog.results;
    expect(auditLog.results.map((result) => [result.subject, result.changed_count])).toEqual([
      ['detection/object/image', 2],
      ['detection/object/bulk', 120],
    ]);
    expect(imageEntry?.changed_ids).toHaveLength(2);
    expect(bulkEntry?.changed_ids).toHaveLength(100);
    expect(ids).toEqual(expect.arrayContaining(bulkEntry?.changed_ids ?? []));
  });

  it('is deleted after the configured number of days', async () => {
    const { client, workspaceId } = await server.createTenant();
    const ageDays = [1, 29, 31, 800];
    await server.db
      .insertInto('audit_entry')
      .values(
        ageDays.map((days) => ({
          workspace_id: workspaceId,
          action: 'token' as const,
          subject_id: String(days),
          created: new Date(Date.now() - days * 86_400_000),
        })),
      )
      .execute();
    const listEntries = async () => {
      const { results } = expectBody<{ results: AuditEntry[] }>(await client.get('/account/v2/audit/', { action: 'token' }));
      return results.map((result) => result.subject_id);
    };
    const deleteOldEntries = (auditDays: number) => {
      const { deps } = server.app;
      return listMaintenanceTasks({ ...deps, config: { ...deps.config, auditDays } })
        .find(({ name }) => name === 'forget-old-audit')
        ?.run({});
    };
    await deleteOldEntries(0);
    expect(await listEntries()).toEqual(['1', '29', '31', '800']);
    await deleteOldEntries(30);
    expect(await listEntries()).toEqual(['1', '29']);
  });

  it('is append-only', async () => {
    await server.createTenant();
    await expect(server.db.deleteFrom('audit_entry').execute()).rejects.toThrow('append-only');
    await expect(server.db.updateTable('audit_entry').set({ username: 'other' }).execute()).rejects.toThrow('append-only');
  });
});

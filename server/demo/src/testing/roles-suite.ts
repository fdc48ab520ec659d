import type { Job, Notice, Remark, Workspace } from '@console/shared-contract/api';
import { expectBody } from '@console/server/testing/api/client';
import { getClient, list } from './started-demo';

/** Defines the tests of the accounts that have one role each, and of the work that waits for them. */
export function describeRoles(): void {
  describe('the roles', () => {
    const findJob = async (name: string): Promise<Job> => {
      const jobs = (await list<Job>('/annotate/v2/imagejob/')).results;
      return jobs.find((job) => job.name === name)!;
    };

    it.each([
      ['demo', 'owner'],
      ['colleague', 'manager'],
      ['manager', 'manager'],
      ['reviewer', 'reviewer'],
      ['annotator', 'annotator'],
      ['viewer', 'viewer'],
    ])('%s is %s in Demo', async (account, role) => {
      const workspaces = expectBody<Workspace[]>(await getClient(account).get('/account/v2/workspace/'));
      expect(workspaces.find(({ name }) => name === 'Demo')?.role).toBe(role);
    });

    it('give the annotator an item that was sent back first, with a notice', async () => {
      const job = await findJob('Cell smears, first reader');
      expect(job.item_done_count).toBeLessThan(job.item_count);
      const [remark] = (await list<Remark>('/annotate/v2/remark/', { mine: true }, 'Demo', 'annotator')).results;
      expect(remark).toMatchObject({ job: job.id, state: 'open', reviewer: { username: 'reviewer@console.test' } });
      const batch = await getClient('annotator').get(`/annotate/v2/imagejob/${job.id}/get-batch/`);
      expect(expectBody<{ results: string[] }>(batch).results[0]).toBe(remark?.image);
      const notices = expectBody<{ results: Notice[] }>(await getClient('annotator').get('/account/v2/notice/'));
      expect(notices.results).toEqual([expect.objectContaining({ kind: 'sent_back', read: null, thread: expect.any(String) })]);
    });

    it('give the reviewer a completed job with a corrected item', async () => {
      const job = await findJob('Fruit delivery, findings');
      expect(job).toMatchObject({ done: false, item_done_count: job.item_count });
      const remarks = (await list<Remark>('/annotate/v2/remark/', { mine: true }, 'Demo', 'reviewer')).results;
      expect(remarks).toEqual([expect.objectContaining({ job: job.id, state: 'answered' })]);
    });
  });
}

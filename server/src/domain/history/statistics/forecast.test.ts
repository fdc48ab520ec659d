import type { Job, JobForecast } from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import { createTestJob, uploadImages } from '../../../testing/api/fixtures';
import { setUpTestServer } from '../../../testing/api/test-server';
import { forecastEnd } from './forecast';

const TODAY = '2026-02-03';

describe('forecast of the end of a job', () => {
  it('is exact if each day had the same number of items', () => {
    expect(forecastEnd(30, [10, 10, 10], TODAY)).toEqual({
      remaining: 30,
      days: 3,
      days_with_work: 3,
      per_day: 10,
      end: { earliest: '2026-02-05', expected: '2026-02-05', latest: '2026-02-05' },
    });
    expect(forecastEnd(10, [10, 10, 10], TODAY).end?.expected).toBe(TODAY);
  });

  it('has an interval that grows with the variance, and counts days without work', () => {
    const { end, days, per_day } = forecastEnd(50, [0, 0, 5, 15, 0, 10, 20], TODAY);
    expect([days, per_day]).toEqual([5, 10]);
    expect(end).toEqual({ earliest: '2026-02-04', expected: '2026-02-07', latest: '2026-02-11' });
  });

  it('needs three days of work and remaining items', () => {
    expect(forecastEnd(50, [5, 0, 5], TODAY)).toMatchObject({ days_with_work: 2, end: null });
    expect(forecastEnd(50, [], TODAY)).toMatchObject({ days: 0, per_day: 0, end: null });
    expect(forecastEnd(0, [5, 5, 5], TODAY)).toMatchObject({ remaining: 0, end: null });
  });

  it('contains the end within the interval in about 80 % of simulated jobs', () => {
    let seed = 7;
    const nextRandom = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const simulateCompletions = () => (nextRandom() < 0.3 ? 0 : Math.round(40 * nextRandom()));
    const isInside = () => {
      const { end } = forecastEnd(400, Array.from({ length: 28 }, simulateCompletions), TODAY);
      let days = 0;
      for (let doneCount = 0; doneCount < 400; days += 1) doneCount += simulateCompletions();
      const lastDay = new Date(Date.parse(TODAY) + (days - 1) * 86_400_000).toISOString().slice(0, 10);
      return end !== null && end.earliest <= lastDay && lastDay <= end.latest;
    };
    const ratioInside = Array.from({ length: 2000 }, isInside).filter(Boolean).length / 2000;
    expect(ratioInside).toBeGreaterThan(0.75);
    expect(ratioInside).toBeLessThan(0.9);
  });
});

describe('forecast call', () => {
  const server = setUpTestServer();

  it('counts missing completions of all users and the completions before today', async () => {
    const { client, workspaceId, user } = await server.createTenant();
    const job: Job = await createTestJob(client, 'image', { todo_number: 2 });
    const items = (await uploadImages(client, 3)).map(({ id }) => id);
    expectBody(await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items }));
    expectBody(await client.post(`/annotate/v2/imagejob/${job.id}/mark-done`, { items: items.slice(0, 1) }));
    const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
    await server.db
      .insertInto('daily_statistics')
      .values(
        [1, 2, 4].map((days) => ({
          workspace_id: workspaceId,
          user_id: user.id,
          job_id: job.id,
          label_id: null,
          day: daysAgo(days),
          items_done: '2',
        })),
      )
      .execute();
    const forecast = expectBody<JobForecast>(await client.get('/history/v2/statistics/forecast/', { job: job.id }));
    expect(forecast).toMatchObject({ remaining: 5, days: 4, days_with_work: 3, per_day: 1.5 });
    expect(forecast.end?.expected).toBe(daysAgo(-3));
  });
});

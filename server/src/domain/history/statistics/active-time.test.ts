import type { StatisticsRow } from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import { createTestJob } from '../../../testing/api/fixtures';
import { setUpTestServer } from '../../../testing/api/test-server';
import { normalizePeriods } from './active-time';

const now = Date.parse('2026-02-03T10:00:00Z');
const toTime = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const createPeriod = (started: number, ended: number, job?: string) => ({ started: toTime(started), ended: toTime(ended), job });

describe('reported periods', () => {
  const normalizeToSeconds = (periods: ReturnType<typeof createPeriod>[], sentTime = toTime(0)) =>
    normalizePeriods({ sent: sentTime, periods }, now).map(({ started, ended, job }) => [
      (started - now) / 1000,
      (ended - now) / 1000,
      job,
    ]);

  it('do not overlap and end now at the latest', () => {
    expect(normalizeToSeconds([createPeriod(-60, -30, 'b'), createPeriod(-100, -50, 'a'), createPeriod(-40, 20)])).toEqual([
      [-100, -50, 'a'],
      [-50, -30, 'b'],
      [-30, 0, null],
    ]);
    expect(normalizeToSeconds([createPeriod(10, 20), createPeriod(-10, -20)])).toEqual([]);
  });

  it('before the retention do not count', () => {
    expect(normalizeToSeconds([createPeriod(-9 * 86_400, -6 * 86_400)])).toEqual([[-7 * 86_400, -6 * 86_400, null]]);
  });

  it('are moved if the clock of the client is wrong', () => {
    expect(normalizeToSeconds([createPeriod(3570, 3600)], toTime(3600))).toEqual([[-30, 0, null]]);
    expect(normalizeToSeconds([createPeriod(-30, -2)], toTime(-2))).toEqual([[-30, -2, null]]);
  });
});

describe('active time', () => {
  const server = setUpTestServer();

  it('counts overlapping reports once, by job and UTC day', async () => {
    const { client } = await server.createTenant();
    const job = await createTestJob(client);
    const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    const toTimestamp = (seconds: number) => new Date(midnight + seconds * 1000).toISOString();
    const reportPeriods = async (...periods: [number, number, string?][]) =>
      expectBody(
        await client.post('/history/v2/active-time/', {
          sent: new Date().toISOString(),
          periods: periods.map(([started, ended, id]) => ({ started: toTimestamp(started), ended: toTimestamp(ended), job: id })),
        }),
      );
    await reportPeriods([-100, -20, job.id]);
    await reportPeriods([-100, -20, job.id], [-150, -10]);
    await reportPeriods([-15, -5], [-86_410, -86_395]);
    const body = expectBody<{ results: StatisticsRow[] }>(
      await client.get('/history/v2/statistics/', {
        from: toTimestamp(-200_000).slice(0, 10),
        to: toTimestamp(0).slice(0, 10),
        group_by: 'day,job',
      }),
    );
    const rows = body.results.map(({ day, job: jobOfRow, active_seconds }) => [day, jobOfRow?.id, active_seconds]);
    const [dayBefore, yesterday] = [toTimestamp(-86_401).slice(0, 10), toTimestamp(-1).slice(0, 10)];
    expect(rows).toEqual([
      [dayBefore, undefined, 10],
      [yesterday, job.id, 80],
      [yesterday, undefined, 70],
    ]);
  });
});

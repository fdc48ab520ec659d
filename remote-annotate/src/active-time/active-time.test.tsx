import { failWith, signInForTest, stubApi, testUser, testWorkspace } from '@console/shared-auth/testing';
import { fireEvent, render, waitFor } from '@testing-library/react';
import { PeriodRecorder } from './period-recorder';
import { sendStoredPeriods } from './send-periods';
import { listStoredPeriods, storePeriod } from './stored-periods';
import { useActiveTime } from './use-active-time';

const REPORT = 'POST /history/v2/active-time/';
const owner = { userId: testUser.id, workspaceId: testWorkspace.id };
const listPeriods = () =>
  listStoredPeriods(localStorage, owner.userId)
    .map(({ period: { started, ended, job } }) => [started / 1000, ended / 1000, job])
    .sort(([a], [b]) => Number(a) - Number(b));
const toSeconds = (body: unknown) =>
  (body as { periods: { started: string; ended: string; job: string | null }[] }).periods.map(({ started, ended, job }) => [
    Date.parse(started) / 1000,
    Date.parse(ended) / 1000,
    job,
  ]);
const storePeriodInSeconds = (id: string, started: number, ended: number, job: string | null = null) =>
  storePeriod(localStorage, owner, id, { started: started * 1000, ended: ended * 1000, job });

beforeEach(() => signInForTest());

describe('period recorder', () => {
  const recordInputsAt = (...inputSeconds: number[]) => {
    const recorder = new PeriodRecorder(owner, 'job', localStorage, 100_000);
    for (const second of inputSeconds) recorder.recordInput(second * 1000);
    recorder.store();
    return listPeriods();
  };

  it('joins inputs with gaps of at most 60 seconds', () => {
    expect(recordInputsAt(110, 170, 231, 240)).toEqual([
      [100, 170, 'job'],
      [231, 240, 'job'],
    ]);
  });

  it('starts a new period after the clock was set back', () => {
    expect(recordInputsAt(110, 50, 60)).toEqual([
      [50, 60, 'job'],
      [100, 110, 'job'],
    ]);
  });

  it('stores no period after fewer than two inputs', () => {
    expect(recordInputsAt()).toEqual([]);
    expect(recordInputsAt(300)).toEqual([]);
  });

  it('stores a growing period every five seconds', () => {
    const recorder = new PeriodRecorder(owner, null, localStorage, 0);
    for (const second of [2, 4, 6, 8]) recorder.recordInput(second * 1000);
    expect(listPeriods()).toEqual([[0, 6, null]]);
  });
});

describe('sending stored periods', () => {
  it('removes periods that the server has received, unless they have grown since', async () => {
    const { getRequests } = stubApi({ [REPORT]: () => (storePeriodInSeconds('b', 30, 50), {}) });
    storePeriodInSeconds('a', 10, 20, 'job');
    storePeriodInSeconds('b', 30, 40);
    await sendStoredPeriods(localStorage, owner.userId);
    expect(getRequests(REPORT).map(({ body }) => toSeconds(body).sort(([a], [b]) => Number(a) - Number(b)))).toEqual([
      [
        [10, 20, 'job'],
        [30, 40, null],
      ],
    ]);
    expect(listPeriods()).toEqual([[30, 50, null]]);
  });

  it('keeps periods while the server is unreachable', async () => {
    stubApi({ [REPORT]: failWith(0) });
    storePeriodInSeconds('a', 10, 20);
    await sendStoredPeriods(localStorage, owner.userId);
    expect(listPeriods()).toEqual([[10, 20, null]]);
  });

  it('reports the time without the job if the job was deleted', async () => {
    const reports: unknown[] = [];
    stubApi({
      [REPORT]: ({ body }: { body: unknown }) => {
        const periods = toSeconds(body);
        if (periods.some(([, , job]) => job)) return failWith(404, 'Job not found.');
        reports.push(periods);
        return {};
      },
    });
    storePeriodInSeconds('a', 10, 20, 'deleted');
    await sendStoredPeriods(localStorage, owner.userId);
    expect([reports, listPeriods()]).toEqual([[[[10, 20, null]]], []]);
  });

  it('discards periods that a server without statistics cannot store', async () => {
    const { getRequests } = stubApi({ [REPORT]: failWith(405) });
    storePeriodInSeconds('a', 10, 20);
    await sendStoredPeriods(localStorage, owner.userId);
    expect([getRequests(REPORT).length, listPeriods()]).toEqual([1, []]);
  });
});

test('leaving a screen reports the period with user input to the server', async () => {
  const { getRequests } = stubApi({ [REPORT]: {} });
  const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  function Screen() {
    useActiveTime({ workspaceId: owner.workspaceId, itemId: 'image', jobId: 'job' });
    return null;
  }
  const { unmount } = render(<Screen />);
  for (const time of [1_020_000, 1_030_000, 1_200_000]) {
    now.mockReturnValue(time);
    fireEvent.keyDown(window);
  }
  unmount();
  await waitFor(() => expect(getRequests(REPORT)).toHaveLength(1));
  expect(toSeconds(getRequests(REPORT)[0]?.body)).toEqual([[1000, 1030, 'job']]);
  now.mockRestore();
});

import { deferred, allServices, signInForTest } from '@console/shared-auth/testing';
import { useUnsavedChanges } from '@console/shared-ui/basics';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { JobSteps, type ItemView } from './job-steps';

function UnfinishedWork() {
  useUnsavedChanges(true);
  return null;
}

/** Shows the step buttons of a job. `seen` is what the screen shows of the current item. `hasUnfinished` adds an unfinished shape. */
function showJobSteps({
  seen = 'item' as ItemView,
  hasUnfinished = false,
  isLast = false,
  isFirst = false,
  finished: finishPromise = Promise.resolve(),
} = {}) {
  signInForTest({ services: allServices });
  const calledSteps: string[] = [];
  function Steps() {
    const [current, setCurrent] = useState(1);
    const navigation = {
      current: `item ${current}`,
      following: isLast ? undefined : `item ${current + 1}`,
      seen: isFirst ? [`item ${current}`] : ['item 0', `item ${current}`],
      next: () => {
        calledSteps.push('next');
        setCurrent(current + 1);
      },
      previous: () => !isFirst && calledSteps.push('previous') > 0,
      nextTo: () => undefined,
      returnTo: () => undefined,
      skip: () => undefined,
      pickFirst: ([first]: readonly string[]) => first,
    };
    const finish = (verify: boolean) => {
      calledSteps.push(verify ? 'verified' : 'done');
      return finishPromise;
    };
    return <JobSteps navigation={navigation} seen={seen} finish={finish} undoStep={() => calledSteps.push('undone')} />;
  }
  renderConsole(
    <>
      {hasUnfinished && <UnfinishedWork />}
      <Steps />
    </>,
  );
  return calledSteps;
}

test('keys verify the item, go to the next item and go back', async () => {
  const calledSteps = showJobSteps();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(calledSteps).toEqual(['verified', 'next']));
  await userEvent.keyboard('n');
  await waitFor(() => expect(calledSteps).toEqual(['verified', 'next', 'done', 'next']));
  await userEvent.keyboard('{Shift>}n{/Shift}');
  expect(calledSteps.at(-1)).toBe('previous');
});

test('the second click of a double click does not complete an item', async () => {
  const calledSteps = showJobSteps();
  const verifyButton = screen.getByRole('button', { name: 'Verify and Next' });
  fireEvent.click(verifyButton, { detail: 1 });
  // In this test, each item counts as shown immediately.
  await waitFor(() => expect(calledSteps).toEqual(['verified', 'next']));
  fireEvent.click(verifyButton, { detail: 2 });
  fireEvent.click(verifyButton, { detail: 1 });
  await waitFor(() => expect(calledSteps.length).toBeGreaterThan(3));
  expect(calledSteps).toEqual(['verified', 'next', 'verified', 'next']);
});

test('Next does not wait until the previous item is stored', async () => {
  const calledSteps = showJobSteps({ finished: deferred<void>().promise });
  await userEvent.keyboard('n');
  await userEvent.keyboard('n');
  expect(calledSteps).toEqual(['done', 'next', 'done', 'next']);
});

test('Next leaves the last item only after it is stored', async () => {
  const finished = deferred<void>();
  const calledSteps = showJobSteps({ finished: finished.promise, isLast: true });
  await userEvent.keyboard('n');
  await userEvent.keyboard('n');
  expect(calledSteps).toEqual(['done']);
  finished.resolve();
  await waitFor(() => expect(calledSteps).toEqual(['done', 'next']));
});

test('a key reports that the item is not shown yet, and does not finish it', async () => {
  const calledSteps = showJobSteps({ seen: 'nothing' });
  await userEvent.keyboard('{Control>}{Enter}{/Control}n');
  expect(await screen.findByText('The next item is still loading. Press the key again when it is shown.')).toBeVisible();
  expect(calledSteps).toEqual([]);
});

test('unfinished work asks before the next item', async () => {
  const calledSteps = showJobSteps({ hasUnfinished: true });
  await userEvent.keyboard('n');
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calledSteps).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Verify and Next' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard and continue' }));
  await waitFor(() => expect(calledSteps).toEqual(['verified', 'next']));
});

testInLongRun('Previous warns when there is no earlier item and asks nothing', async () => {
  const calledSteps = showJobSteps({ hasUnfinished: true, isFirst: true });
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('No previous item in job....')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(calledSteps).toEqual([]);
});

test('a double click on Undo undoes only one step', () => {
  const calledSteps = showJobSteps();
  const undoButton = screen.getByRole('button', { name: 'Undo the last step' });
  fireEvent.click(undoButton, { detail: 1 });
  fireEvent.click(undoButton, { detail: 2 });
  expect(calledSteps).toEqual(['undone']);
});

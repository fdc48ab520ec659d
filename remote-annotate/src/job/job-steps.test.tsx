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
function show({
  seen = 'item' as ItemView,
  hasUnfinished = false,
  isLast = false,
  isFirst = false,
  stored: storing = Promise.resolve(),
} = {}) {
  signInForTest({ services: allServices });
  const calls: string[] = [];
  function Steps() {
    const [current, setCurrent] = useState(1);
    const navigation = {
      current: `item ${current}`,
      following: isLast ? undefined : `item ${current + 1}`,
      seen: isFirst ? [`item ${current}`] : ['item 0', `item ${current}`],
      next: () => {
        calls.push('next');
        setCurrent(current + 1);
      },
      previous: () => !isFirst && calls.push('previous') > 0,
      nextTo: () => undefined,
      returnTo: () => undefined,
      skip: () => undefined,
      pickFirst: ([first]: readonly string[]) => first,
    };
    const finish = (verify: boolean) => {
      calls.push(verify ? 'verified' : 'done');
      return storing;
    };
    return <JobSteps navigation={navigation} seen={seen} finish={finish} undoStep={() => calls.push('undone')} />;
  }
  renderConsole(
    <>
      {hasUnfinished && <UnfinishedWork />}
      <Steps />
    </>,
  );
  return calls;
}

test('keys run the steps of a job', async () => {
  const calls = show();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(calls).toEqual(['verified', 'next']));
  await userEvent.keyboard('n');
  await waitFor(() => expect(calls).toEqual(['verified', 'next', 'done', 'next']));
  await userEvent.keyboard('{Shift>}n{/Shift}');
  expect(calls.at(-1)).toBe('previous');
});

test('the second click of a double click is not a step', async () => {
  const calls = show();
  const verify = screen.getByRole('button', { name: 'Verify and Next' });
  fireEvent.click(verify, { detail: 1 });
  // In this test, each item counts as shown immediately.
  await waitFor(() => expect(calls).toEqual(['verified', 'next']));
  fireEvent.click(verify, { detail: 2 });
  fireEvent.click(verify, { detail: 1 });
  await waitFor(() => expect(calls.length).toBeGreaterThan(3));
  expect(calls).toEqual(['verified', 'next', 'verified', 'next']);
});

test('a step does not wait until the previous work is stored', async () => {
  const calls = show({ stored: deferred<void>().promise });
  await userEvent.keyboard('n');
  await userEvent.keyboard('n');
  expect(calls).toEqual(['done', 'next', 'done', 'next']);
});

test('the last item is left after its work is stored', async () => {
  const stored = deferred<void>();
  const calls = show({ stored: stored.promise, isLast: true });
  await userEvent.keyboard('n');
  await userEvent.keyboard('n');
  expect(calls).toEqual(['done']);
  stored.resolve();
  await waitFor(() => expect(calls).toEqual(['done', 'next']));
});

test('a key reports that the item is not shown yet, and does not finish it', async () => {
  const calls = show({ seen: 'nothing' });
  await userEvent.keyboard('{Control>}{Enter}{/Control}n');
  expect(await screen.findByText('The next item is still loading. Press the key again when it is shown.')).toBeVisible();
  expect(calls).toEqual([]);
});

test('unfinished work asks before the next item', async () => {
  const calls = show({ hasUnfinished: true });
  await userEvent.keyboard('n');
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Verify and Next' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard and continue' }));
  await waitFor(() => expect(calls).toEqual(['verified', 'next']));
});

test('Previous warns when there is no earlier item and asks nothing', async () => {
  const calls = show({ hasUnfinished: true, isFirst: true });
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('No previous item in job....')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(calls).toEqual([]);
});

test('a double click undoes one step', () => {
  const calls = show();
  const undo = screen.getByRole('button', { name: 'Undo the last step' });
  fireEvent.click(undo, { detail: 1 });
  fireEvent.click(undo, { detail: 2 });
  expect(calls).toEqual(['undone']);
});

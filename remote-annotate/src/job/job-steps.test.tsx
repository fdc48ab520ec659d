import { deferred, allServices, signInForTest } from '@console/shared-auth/testing';
import { useUnsavedChanges } from '@console/shared-ui/basics';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { JobSteps, type ItemView } from './job-steps';

function Begun() {
  useUnsavedChanges(true);
  return null;
}

/** Shows the steps of a job. `seen` is the state of the current image; `begun` adds an unfinished shape. */
function show({ seen = 'item' as ItemView, begun = false, isLast = false, isFirst = false, stored = Promise.resolve() } = {}) {
  signInForTest({ services: allServices });
  const did: string[] = [];
  function Steps() {
    const [current, setCurrent] = useState(1);
    const walk = {
      current: `item ${current}`,
      following: isLast ? undefined : `item ${current + 1}`,
      seen: isFirst ? [`item ${current}`] : ['item 0', `item ${current}`],
      next: () => {
        did.push('next');
        setCurrent(current + 1);
      },
      previous: () => !isFirst && did.push('previous') > 0,
      nextTo: () => undefined,
      back: () => undefined,
      drop: () => undefined,
    };
    const finish = (verify: boolean) => {
      did.push(verify ? 'verified' : 'done');
      return stored;
    };
    return <JobSteps walk={walk} seen={seen} finish={finish} undoStep={() => did.push('taken back')} />;
  }
  renderConsole(
    <>
      {begun && <Begun />}
      <Steps />
    </>,
  );
  return did;
}

test('keys run the steps', async () => {
  const did = show();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(did).toEqual(['verified', 'next']));
  await userEvent.keyboard('n');
  await waitFor(() => expect(did).toEqual(['verified', 'next', 'done', 'next']));
  await userEvent.keyboard('{Shift>}n{/Shift}');
  expect(did.at(-1)).toBe('previous');
});

test('the second click of a double click is not a step', async () => {
  const did = show();
  const verify = screen.getByRole('button', { name: 'Verify and Next' });
  fireEvent.click(verify, { detail: 1 });
  // In this test each item counts as seen immediately.
  await waitFor(() => expect(did).toEqual(['verified', 'next']));
  fireEvent.click(verify, { detail: 2 });
  fireEvent.click(verify, { detail: 1 });
  await waitFor(() => expect(did.length).toBeGreaterThan(3));
  expect(did).toEqual(['verified', 'next', 'verified', 'next']);
});

test('a step does not wait until the previous work is stored', async () => {
  const did = show({ stored: deferred<void>().promise });
  await userEvent.keyboard('n');
  await userEvent.keyboard('n');
  expect(did).toEqual(['done', 'next', 'done', 'next']);
});

test('the last item is left after its work is stored', async () => {
  const stored = deferred<void>();
  const did = show({ stored: stored.promise, isLast: true });
  await userEvent.keyboard('n');
  await userEvent.keyboard('n');
  expect(did).toEqual(['done']);
  stored.resolve();
  await waitFor(() => expect(did).toEqual(['done', 'next']));
});

test('a key does not verify an item that was not shown', async () => {
  const did = show({ seen: 'nothing' });
  await userEvent.keyboard('{Control>}{Enter}{/Control}n');
  expect(did).toEqual([]);
});

test('unfinished work asks before the next item', async () => {
  const did = show({ begun: true });
  await userEvent.keyboard('n');
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(did).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Verify and Next' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard and continue' }));
  await waitFor(() => expect(did).toEqual(['verified', 'next']));
});

test('Previous warns when there is no earlier item and asks nothing', async () => {
  const did = show({ begun: true, isFirst: true });
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('No previous item in job....')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(did).toEqual([]);
});

test('a double click undoes one step', () => {
  const did = show();
  const undo = screen.getByRole('button', { name: 'Undo the last step' });
  fireEvent.click(undo, { detail: 1 });
  fireEvent.click(undo, { detail: 2 });
  expect(did).toEqual(['taken back']);
});

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

/** The steps of a job whose present picture was seen, or not; `begun`: with a half-drawn shape on it. */
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

test('the steps have keys', async () => {
  const did = show();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(did).toEqual(['verified', 'next']));
  await userEvent.keyboard('n');
  await waitFor(() => expect(did).toEqual(['verified', 'next', 'done', 'next']));
  await userEvent.keyboard('{Shift>}n{/Shift}');
  expect(did.at(-1)).toBe('previous');
});

test('the second click of a double click is no step, though the next picture was painted between the two', async () => {
  const did = show();
  const verify = screen.getByRole('button', { name: 'Verify and Next' });
  fireEvent.click(verify, { detail: 1 });
  // Here the next picture is seen as soon as it is the present one.
  await waitFor(() => expect(did).toEqual(['verified', 'next']));
  fireEvent.click(verify, { detail: 2 });
  fireEvent.click(verify, { detail: 1 });
  await waitFor(() => expect(did.length).toBeGreaterThan(3));
  expect(did).toEqual(['verified', 'next', 'verified', 'next']);
});

test('a step does not wait until the work of the one before is stored', async () => {
  const did = show({ stored: deferred<void>().promise });
  await userEvent.keyboard('n');
  await userEvent.keyboard('n');
  expect(did).toEqual(['done', 'next', 'done', 'next']);
});

test('the last open item is left once its work is stored: else it would be open still', async () => {
  const stored = deferred<void>();
  const did = show({ stored: stored.promise, isLast: true });
  await userEvent.keyboard('n');
  await userEvent.keyboard('n');
  expect(did).toEqual(['done']);
  stored.resolve();
  await waitFor(() => expect(did).toEqual(['done', 'next']));
});

test('a key verifies nothing that has not been on the screen', async () => {
  const did = show({ seen: 'nothing' });
  await userEvent.keyboard('{Control>}{Enter}{/Control}n');
  expect(did).toEqual([]);
});

test('what is begun on a picture is asked for before the next one', async () => {
  const did = show({ begun: true });
  await userEvent.keyboard('n');
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(did).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Verify and Next' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard and continue' }));
  await waitFor(() => expect(did).toEqual(['verified', 'next']));
});

test('where nothing is before the item, that is said, and what is begun on it is not asked for', async () => {
  const did = show({ begun: true, isFirst: true });
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('No previous item in job....')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(did).toEqual([]);
});

test('a double click takes one step back', () => {
  const did = show();
  const undo = screen.getByRole('button', { name: 'Undo the last step' });
  fireEvent.click(undo, { detail: 1 });
  fireEvent.click(undo, { detail: 2 });
  expect(did).toEqual(['taken back']);
});

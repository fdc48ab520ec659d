import { ApiError, useWorkspaceQuery } from '@console/shared-auth';
import { deferred, signInForTest } from '@console/shared-auth/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog } from '../dialogs/confirm-dialog';
import { DataTable } from '../table';
import { renderConsole } from '../testing';
import { DialogSlot, QueryState, useDialog, useWrite, type QueryStateProps } from '.';

beforeEach(() => signInForTest());

describe('a query', () => {
  const show = (query: QueryStateProps<string[]>['query'], props: Partial<QueryStateProps<string[]>> = {}) =>
    renderConsole(
      <QueryState
        query={query}
        notFound="Group not found"
        isEmpty={(rows) => rows.length === 0}
        empty="No groups yet."
        {...props}
      >
        {(rows) => <p>{rows.join(', ')}</p>}
      </QueryState>,
    );
  const refetch = jest.fn();

  test('is read, there, empty', () => {
    show({ data: undefined, error: null, refetch });
    expect(screen.getByLabelText('Loading')).toBeInTheDocument();
    show({ data: ['cups', 'plates'], error: null, refetch });
    expect(screen.getByText('cups, plates')).toBeVisible();
    show({ data: [], error: null, refetch });
    expect(screen.getByText('No groups yet.')).toBeVisible();
  });

  test('says what is not found, and offers Retry for what failed', async () => {
    show({ data: undefined, error: new ApiError(404, 'Not found.'), refetch });
    expect(screen.getByText('Group not found')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
    show({ data: undefined, error: new ApiError(500, 'boom'), refetch });
    expect(screen.getByRole('alert')).toHaveTextContent('The server reported an error. Try again later.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(refetch).toHaveBeenCalledTimes(1);
  });

  test('keeps what it had when reading it again fails, and says so', () => {
    show({ data: ['cups'], error: new ApiError(0, ''), refetch });
    expect(screen.getByText('cups')).toBeVisible();
    expect(screen.getByText('This data may be out of date. Refreshing failed.')).toBeVisible();
  });
});

describe('a write', () => {
  const send = jest.fn<Promise<unknown>, [string]>();
  function Train({ reasons }: { reasons?: Record<number, string> }) {
    const write = useWrite<string>({
      send,
      success: { title: 'Training queued' },
      failure: 'Unable to train!',
      reasons,
      getKey: (task) => task,
    });
    return ['Fruit', 'Cups'].map((task) => (
      <button key={task} aria-busy={write.isPendingFor(task)} onClick={() => void write.send(task)}>
        {task}
      </button>
    ));
  }
  beforeEach(() => send.mockReset());

  test('is sent once by a double click, and beside it another', async () => {
    const user = userEvent.setup();
    const answer = deferred<undefined>();
    send.mockReturnValue(answer.promise);
    renderConsole(<Train />);
    await user.dblClick(screen.getByRole('button', { name: 'Fruit' }));
    expect(send).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Fruit' })).toHaveAttribute('aria-busy', 'true');
    await user.click(screen.getByRole('button', { name: 'Cups' }));
    expect(send.mock.calls).toEqual([['Fruit'], ['Cups']]);
    await act(() => answer.resolve(undefined));
    expect((await screen.findAllByText('Training queued'))[0]).toBeVisible();
    expect(screen.getByRole('button', { name: 'Fruit' })).toHaveAttribute('aria-busy', 'false');
  });

  test('that is refused says why: in its own words for a status, else in the server’s', async () => {
    const user = userEvent.setup();
    send.mockRejectedValueOnce(new ApiError(409, 'conflict')).mockRejectedValueOnce(new ApiError(400, 'No labels.'));
    renderConsole(<Train reasons={{ 409: 'A model is already queued.' }} />);
    await user.click(screen.getByRole('button', { name: 'Fruit' }));
    expect(await screen.findByText('A model is already queued.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cups' }));
    expect(await screen.findByText('No labels.')).toBeVisible();
  });
});

describe('a write of what a list shows', () => {
  const send = jest.fn<Promise<unknown>, [{ id: string; wanted: boolean }]>();
  const load = jest.fn<Promise<string[]>, []>();
  function Labels() {
    const { data } = useWorkspaceQuery({ key: ['detection', 'labels'], load, retry: false });
    const write = useWrite({
      send,
      failure: 'Unable to train!',
      changes: () => [{ topic: 'detection-labels' }],
      getKey: ({ id }) => id,
    });
    return (
      <>
        <p>{data?.join(', ')}</p>
        <button onClick={() => void write.send({ id: 'cup', wanted: true })}>Train</button>
        <button onClick={() => void write.send({ id: 'cup', wanted: false })}>Stop</button>
      </>
    );
  }
  /** Trained once, and answered or refused; the list is being read again. */
  async function trained({ isTimed = false, isRefused = false } = {}) {
    const user = userEvent.setup(isTimed ? { advanceTimers: jest.advanceTimersByTime } : {});
    const again = deferred<string[]>();
    send.mockResolvedValue(undefined);
    if (isRefused) send.mockRejectedValueOnce(new ApiError(503, ''));
    load.mockResolvedValueOnce(['not trained']).mockReturnValueOnce(again.promise).mockResolvedValue(['trained']);
    renderConsole(<Labels />);
    await screen.findByText('not trained');
    await act(() => user.click(screen.getByRole('button', { name: 'Train' })));
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    return { again, press: (name: string) => act(() => user.click(screen.getByRole('button', { name }))) };
  }
  beforeEach(() => {
    send.mockReset();
    load.mockReset();
  });
  afterEach(() => jest.useRealTimers());

  test('is not sent again by a second press until the list has been read again', async () => {
    const { again, press } = await trained();
    await press('Train');
    expect(send).toHaveBeenCalledTimes(1);
    await act(() => again.resolve(['queued']));
    await press('Train');
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('is followed by another of the same row at once', async () => {
    const { press } = await trained();
    await press('Stop');
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('is sent again by the next press where it failed', async () => {
    const { press } = await trained({ isRefused: true });
    await press('Train');
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('is sent again after the reading failed', async () => {
    const { again, press } = await trained();
    await act(() => again.reject(new ApiError(0, '')));
    await press('Train');
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('is sent again while the reading gets no answer', async () => {
    jest.useFakeTimers();
    const { press } = await trained({ isTimed: true });
    act(() => void jest.advanceTimersByTime(5000));
    await press('Train');
    expect(send).toHaveBeenCalledTimes(2);
  });
});

describe('a dialog of a page', () => {
  const rows = ['cup', 'plate'];
  const drawn = jest.fn();
  function Labels({ deletes }: { deletes: boolean }) {
    const [names, setNames] = useState(rows);
    const dialog = useDialog<string>();
    drawn();
    return (
      <>
        <DataTable
          label="Labels"
          columns={columns}
          rows={names}
          rowId={idOf}
          rowActions={(name) => [{ label: 'Delete', icon: <i />, onClick: () => dialog.open(name) }]}
        />
        <button onClick={() => dialog.open('cup')}>Ask</button>
        <DialogSlot dialog={dialog}>
          {(name, close) => (
            <ConfirmDialog
              open
              title={`Delete ${name}?`}
              onConfirm={() => {
                if (deletes) setNames((now) => now.filter((each) => each !== name));
                close();
              }}
              onCancel={close}
            />
          )}
        </DialogSlot>
      </>
    );
  }
  const columns = [{ id: 'name', header: 'Name', cell: (name: string) => name }];
  const idOf = (name: string) => name;
  const deleteOf = (name: string) =>
    [...document.querySelectorAll('tr')].find((row) => row.textContent?.includes(name))?.querySelector('button');

  test('gives the focus back to its opener, and draws nothing but itself', async () => {
    const user = userEvent.setup();
    renderConsole(<Labels deletes={false} />);
    drawn.mockClear();
    await user.click(deleteOf('cup')!);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(deleteOf('cup')).toHaveFocus());
    expect(drawn).not.toHaveBeenCalled();
  });

  test('gives it to its opener, and not to the button of a row that had it before', async () => {
    const user = userEvent.setup();
    renderConsole(<Labels deletes={false} />);
    await user.tab();
    while (document.activeElement !== deleteOf('cup')) await user.tab();
    const opener = screen.getByRole('button', { name: 'Ask' });
    act(() => opener.focus());
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(opener).toHaveFocus());
  });

  test('gives it to the next row when its opener was deleted', async () => {
    const user = userEvent.setup();
    renderConsole(<Labels deletes />);
    await user.click(deleteOf('cup')!);
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(deleteOf('plate')).toHaveFocus());
  });
});

import { ApiError, useWorkspaceQuery } from '@console/shared-auth';
import { deferred, signInForTest } from '@console/shared-auth/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog } from '../dialogs/confirm-dialog';
import { DataTable } from '../table';
import { renderConsole } from '../testing';
import { DialogSlot, QueryState, useDialog, useWrite } from '.';
import type { QueryStateProps } from './query-state';

beforeEach(() => signInForTest());

describe('QueryState', () => {
  const renderQueryState = (query: QueryStateProps<string[]>['query'], props: Partial<QueryStateProps<string[]>> = {}) =>
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

  test('shows loading, loaded and empty states', () => {
    renderQueryState({ data: undefined, error: null, refetch });
    expect(screen.getByLabelText('Loading')).toBeInTheDocument();
    renderQueryState({ data: ['cups', 'plates'], error: null, refetch });
    expect(screen.getByText('cups, plates')).toBeVisible();
    renderQueryState({ data: [], error: null, refetch });
    expect(screen.getByText('No groups yet.')).toBeVisible();
  });

  test('shows a not-found message, and Retry after a failure', async () => {
    renderQueryState({ data: undefined, error: new ApiError(404, 'Not found.'), refetch });
    expect(screen.getByText('Group not found')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
    renderQueryState({ data: undefined, error: new ApiError(500, 'boom'), refetch });
    expect(screen.getByRole('alert')).toHaveTextContent('The server reported an error. Try again later.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(refetch).toHaveBeenCalledTimes(1);
  });

  test('keeps the data and shows a warning if a refetch fails', () => {
    renderQueryState({ data: ['cups'], error: new ApiError(0, ''), refetch });
    expect(screen.getByText('cups')).toBeVisible();
    expect(screen.getByText('This data may be out of date. Refreshing failed.')).toBeVisible();
  });
});

describe('useWrite', () => {
  const send = jest.fn<Promise<unknown>, [string]>();
  function TrainButtons({ reasons }: { reasons?: Record<number, string> }) {
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

  test('sends one write for a double click, but sends writes with other keys', async () => {
    const user = userEvent.setup();
    const response = deferred<undefined>();
    send.mockReturnValue(response.promise);
    renderConsole(<TrainButtons />);
    await user.dblClick(screen.getByRole('button', { name: 'Fruit' }));
    expect(send).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Fruit' })).toHaveAttribute('aria-busy', 'true');
    await user.click(screen.getByRole('button', { name: 'Cups' }));
    expect(send.mock.calls).toEqual([['Fruit'], ['Cups']]);
    await act(() => response.resolve(undefined));
    expect((await screen.findAllByText('Training queued'))[0]).toBeVisible();
    expect(screen.getByRole('button', { name: 'Fruit' })).toHaveAttribute('aria-busy', 'false');
  });

  test('shows the reason defined for a status, and otherwise the reason of the server', async () => {
    const user = userEvent.setup();
    send.mockRejectedValueOnce(new ApiError(409, 'conflict')).mockRejectedValueOnce(new ApiError(400, 'No labels.'));
    renderConsole(<TrainButtons reasons={{ 409: 'A model is already queued.' }} />);
    await user.click(screen.getByRole('button', { name: 'Fruit' }));
    expect(await screen.findByText('A model is already queued.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cups' }));
    expect(await screen.findByText('No labels.')).toBeVisible();
  });
});

describe('useWrite with a list that shows the changes', () => {
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
  /** Clicks Train once. The write succeeds or fails, and the refetch of the list is still running. */
  async function clickTrain({ isTimed = false, isRefused = false } = {}) {
    const user = userEvent.setup(isTimed ? { advanceTimers: jest.advanceTimersByTime } : {});
    const refetch = deferred<string[]>();
    send.mockResolvedValue(undefined);
    if (isRefused) send.mockRejectedValueOnce(new ApiError(503, ''));
    load.mockResolvedValueOnce(['not trained']).mockReturnValueOnce(refetch.promise).mockResolvedValue(['trained']);
    renderConsole(<Labels />);
    await screen.findByText('not trained');
    await act(() => user.click(screen.getByRole('button', { name: 'Train' })));
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    return { refetch, clickButton: (name: string) => act(() => user.click(screen.getByRole('button', { name }))) };
  }
  beforeEach(() => {
    send.mockReset();
    load.mockReset();
  });
  afterEach(() => jest.useRealTimers());

  test('ignores a second click until the list is refetched', async () => {
    const { refetch, clickButton } = await clickTrain();
    await clickButton('Train');
    expect(send).toHaveBeenCalledTimes(1);
    await act(() => refetch.resolve(['queued']));
    await clickButton('Train');
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('sends another write of the same row immediately', async () => {
    const { clickButton } = await clickTrain();
    await clickButton('Stop');
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('sends again after a failure', async () => {
    const { clickButton } = await clickTrain({ isRefused: true });
    await clickButton('Train');
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('sends again after the refetch failed', async () => {
    const { refetch, clickButton } = await clickTrain();
    await act(() => refetch.reject(new ApiError(0, '')));
    await clickButton('Train');
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('sends again if the refetch takes too long', async () => {
    jest.useFakeTimers();
    const { clickButton } = await clickTrain({ isTimed: true });
    act(() => void jest.advanceTimersByTime(5000));
    await clickButton('Train');
    expect(send).toHaveBeenCalledTimes(2);
  });
});

describe('DialogSlot', () => {
  const rows = ['cup', 'plate'];
  const onRender = jest.fn();
  function Labels({ deletes }: { deletes: boolean }) {
    const [names, setNames] = useState(rows);
    const dialog = useDialog<string>();
    onRender();
    return (
      <>
        <DataTable
          label="Labels"
          columns={columns}
          rows={names}
          rowId={getId}
          rowActions={(name) => [{ label: 'Delete', icon: <i />, onClick: () => dialog.open(name) }]}
        />
        <button onClick={() => dialog.open('cup')}>Ask</button>
        <DialogSlot dialog={dialog}>
          {(name, close) => (
            <ConfirmDialog
              open
              title={`Delete ${name}?`}
              onConfirm={() => {
                if (deletes) setNames((current) => current.filter((existingName) => existingName !== name));
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
  const getId = (name: string) => name;
  const listDeleteAction = (name: string) =>
    [...document.querySelectorAll('tr')].find((row) => row.textContent?.includes(name))?.querySelector('button');

  test('returns the focus to the element that opened it, and renders only itself', async () => {
    const user = userEvent.setup();
    renderConsole(<Labels deletes={false} />);
    onRender.mockClear();
    await user.click(listDeleteAction('cup')!);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(listDeleteAction('cup')).toHaveFocus());
    expect(onRender).not.toHaveBeenCalled();
  });

  test('returns the focus to the element that opened it instead of a previously focused button', async () => {
    const user = userEvent.setup();
    renderConsole(<Labels deletes={false} />);
    await user.tab();
    while (document.activeElement !== listDeleteAction('cup')) await user.tab();
    const opener = screen.getByRole('button', { name: 'Ask' });
    act(() => opener.focus());
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(opener).toHaveFocus());
  });

  test('moves the focus to the next row if the element that opened it was deleted', async () => {
    const user = userEvent.setup();
    renderConsole(<Labels deletes />);
    await user.click(listDeleteAction('cup')!);
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(listDeleteAction('plate')).toHaveFocus());
  });

  test('keeps the next dialog open that a closing dialog has opened', async () => {
    function Steps() {
      const dialog = useDialog<string>();
      return (
        <>
          <button onClick={() => dialog.open('first')}>Start</button>
          <DialogSlot dialog={dialog}>
            {(step, close) => (
              <button
                onClick={() => {
                  if (step === 'first') dialog.open('second');
                  close();
                }}
              >
                {step}
              </button>
            )}
          </DialogSlot>
        </>
      );
    }
    renderConsole(<Steps />);
    await userEvent.click(screen.getByRole('button', { name: 'Start' }));
    await userEvent.click(screen.getByRole('button', { name: 'first' }));
    await userEvent.click(screen.getByRole('button', { name: 'second' }));
    expect(screen.queryByRole('button', { name: /first|second/ })).toBeNull();
  });
});

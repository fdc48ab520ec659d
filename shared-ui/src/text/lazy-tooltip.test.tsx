import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '../testing';
import { DataTable } from '../table/data-table';
import { TruncatedText } from './truncated-text';

const truncatedText = 'Erythrocytes at the edge of the picture';
const rows = [{ id: 'r1' }];
const columns = [{ id: 'name', header: 'Name', cell: () => truncatedText }];
const getId = ({ id }: { id: string }) => id;
const getActions = () => [{ label: 'Edit', icon: <i /> }];

// jsdom has no layout, so simulate the width of the text.
const mockScrollWidth = (pixels: number) => jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(pixels);
const advanceTime = () => act(() => jest.advanceTimersByTime(600));
const setUpUser = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('an icon button has a name, and its tooltip appears on hover and keyboard focus', async () => {
  const user = setUpUser();
  renderConsole(<DataTable label="Labels" columns={columns} rows={rows} rowId={getId} rowActions={getActions} />);
  const button = screen.getByRole('button', { name: 'Edit' });
  expect(screen.queryByText('Edit')).not.toBeInTheDocument();
  await user.hover(button);
  expect(await screen.findByText('Edit')).toBeVisible();
  await user.unhover(button);
  await waitFor(() => expect(screen.queryByText('Edit')).not.toBeInTheDocument());
  await user.tab();
  expect(button).toHaveFocus();
  expect(await screen.findByText('Edit')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Edit')).not.toBeInTheDocument());
  expect(button).toHaveFocus();
});

test('the tooltip stays open while the pointer is on it', async () => {
  const user = setUpUser();
  mockScrollWidth(100);
  renderConsole(<TruncatedText>{truncatedText}</TruncatedText>);
  await user.hover(screen.getByText(truncatedText));
  const tooltip = await waitFor(() => {
    const [, second] = screen.getAllByText(truncatedText);
    if (!second) throw new Error('no tooltip');
    return second;
  });
  await user.hover(tooltip);
  advanceTime();
  expect(tooltip).toBeVisible();
  await user.unhover(tooltip);
  await waitFor(() => expect(screen.getAllByText(truncatedText)).toHaveLength(1));
});

test('a text that fits has no tooltip', async () => {
  const user = setUpUser();
  mockScrollWidth(0);
  renderConsole(<TruncatedText>{truncatedText}</TruncatedText>);
  await user.hover(screen.getByText(truncatedText));
  advanceTime();
  expect(screen.getAllByText(truncatedText)).toHaveLength(1);
});

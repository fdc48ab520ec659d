import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '../testing';
import { Pager } from './pager';

const renderPager = (page: number) => {
  const onPageChange = jest.fn();
  renderConsole(<Pager page={page} pageSize={50} total={120} onPageChange={onPageChange} />);
  return { onPageChange, user: userEvent.setup(), input: screen.getByRole('spinbutton', { name: 'Page number' }) };
};

test('changes the page by buttons and by page number', async () => {
  const { onPageChange, user, input } = renderPager(2);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(onPageChange).toHaveBeenLastCalledWith(3);
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(onPageChange).toHaveBeenLastCalledWith(1);
  await user.clear(input);
  await user.type(input, '3{Enter}');
  expect(onPageChange).toHaveBeenLastCalledWith(3);
  expect(screen.getByText('120 items')).toBeVisible();
});

test('shows an error for a page beyond the last one', async () => {
  const { onPageChange, user, input } = renderPager(1);
  await user.clear(input);
  await user.type(input, '4{Enter}');
  expect(input).toBeInvalid();
  expect(screen.getByRole('alert')).toHaveTextContent('The last page is 3');
  expect(onPageChange).not.toHaveBeenCalled();
});

test('the buttons never go to a page outside the range', async () => {
  const { onPageChange, user } = renderPager(3);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(onPageChange).not.toHaveBeenCalled();
});

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderConsole } from '../testing';
import { PickerField, type PickerChoice } from './picker-field';

const many: PickerChoice[] = Array.from({ length: 3000 }, (_, at) => ({ value: `t${at}`, label: `Task ${at}` }));

function Picker({ choices }: { choices: PickerChoice[] }) {
  const [value, setValue] = useState('t2500');
  return <PickerField label="Task" choices={choices} value={value} onChange={setValue} />;
}
const open = async (choices: PickerChoice[]) => {
  const user = userEvent.setup();
  renderConsole(<Picker choices={choices} />);
  await user.click(screen.getByRole('combobox', { name: 'Task' }));
};

test('of 3,000 tasks a few are drawn, the chosen one first', async () => {
  await open(many);
  const options = screen.getAllByRole('option');
  expect(options.length).toBeLessThan(100);
  expect(options[0]).toHaveTextContent('Task 2500');
  expect(options[1]).toHaveAttribute('aria-setsize', '3000');
});

test('two things of one name are told apart', async () => {
  await open([
    { value: 'aaaaaaaa-1', label: 'Cup' },
    { value: 'bbbbbbbb-2', label: 'Cup' },
    { value: 'cccccccc-3', label: 'Plate' },
  ]);
  expect(screen.getByText('Id aaaaaaaa…')).toBeVisible();
  expect(screen.getByText('Id bbbbbbbb…')).toBeVisible();
  expect(screen.queryByText('Id cccccccc…')).not.toBeInTheDocument();
});

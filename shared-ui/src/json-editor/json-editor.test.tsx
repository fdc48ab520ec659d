import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderConsole } from '../testing';
import { JsonEditor } from './json-editor';

test('reports valid values and shows an error for invalid text', async () => {
  const user = userEvent.setup();
  const [onChange, onValidityChange] = [jest.fn(), jest.fn()];
  renderConsole(
    <JsonEditor
      label="Meta data"
      value={{ shelf: 3 }}
      modes={['text', 'tree']}
      onChange={onChange}
      onValidityChange={onValidityChange}
    />,
    { styled: true },
  );
  const textField = await screen.findByRole('textbox', { name: 'Meta data' });
  expect(JSON.parse((textField as HTMLTextAreaElement).value)).toEqual({ shelf: 3 });
  fireEvent.input(textField, { target: { value: '{ "shelf": 4 }' } });
  expect(onChange).toHaveBeenLastCalledWith({ shelf: 4 });
  fireEvent.input(textField, { target: { value: '{ "shelf": ' } });
  expect(screen.getByRole('alert')).toHaveTextContent('This is not valid JSON yet.');
  expect(onValidityChange).toHaveBeenLastCalledWith(false);
  expect(onChange).toHaveBeenCalledTimes(1);
  fireEvent.input(textField, { target: { value: '{ "shelf": 5 }' } });
  await user.click(screen.getByRole('tab', { name: 'Tree' }));
  expect(await screen.findByText('shelf')).toBeInTheDocument();
});

function TwoRows({ onValidityChange }: { onValidityChange?: (isValid: boolean) => void }) {
  const [value, setValue] = useState<unknown>({ shelf: 3 });
  return (
    <>
      <button onClick={() => setValue({ row: 'b' })}>Second row</button>
      <JsonEditor label="Meta data" value={value} modes={['text']} onChange={setValue} onValidityChange={onValidityChange} />
    </>
  );
}

test('keeps typed text, but shows the value of another row', async () => {
  renderConsole(<TwoRows />);
  const textField = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Meta data' });
  fireEvent.input(textField, { target: { value: '{"shelf":    4}' } });
  expect(textField).toHaveValue('{"shelf":    4}');
  await userEvent.click(screen.getByRole('button', { name: 'Second row' }));
  expect(JSON.parse(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Meta data' }).value)).toEqual({ row: 'b' });
});

test('a new value replaces invalid text and is reported as valid', async () => {
  const onValidityChange = jest.fn();
  renderConsole(<TwoRows onValidityChange={onValidityChange} />);
  const textField = await screen.findByRole('textbox', { name: 'Meta data' });
  fireEvent.input(textField, { target: { value: '{"shelf": ' } });
  expect(onValidityChange).toHaveBeenLastCalledWith(false);
  await userEvent.click(screen.getByRole('button', { name: 'Second row' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onValidityChange).toHaveBeenLastCalledWith(true);
});

test('the JSON editor keeps input when the mode changes', async () => {
  const user = userEvent.setup();
  renderConsole(<JsonEditor label="Meta data" value={{ shelf: 3 }} modes={['text', 'tree']} />, { styled: true });
  fireEvent.input(await screen.findByRole('textbox', { name: 'Meta data' }), { target: { value: '{ "drawer": 1 }' } });
  await user.click(screen.getByRole('tab', { name: 'Tree' }));
  expect(await screen.findByText('drawer')).toBeInTheDocument();
});

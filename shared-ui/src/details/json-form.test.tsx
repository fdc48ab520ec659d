import { signInForTest } from '@console/shared-auth/testing';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { jsonMessages } from '../json-editor/json-messages';
import { renderConsole } from '../testing';
import { JsonForm } from './json-form';

const renderForm = (value: unknown, role?: 'viewer') => {
  signInForTest({ role });
  const onSave = jest.fn().mockResolvedValue(null);
  renderConsole(
    <JsonForm label="Meta data" saveLabel="Save meta data" value={value} onSave={onSave} modes={['text', 'tree']} />,
    { styled: true },
  );
  return onSave;
};
const enterText = async (text: string) =>
  fireEvent.input(await screen.findByRole('textbox', { name: 'Meta data' }), { target: { value: text } });
const clickSave = () => userEvent.click(screen.getByRole('button', { name: 'Save meta data' }));

test.each([
  ['{ "sku": 9007199254740993 }', jsonMessages.jsonNumber('9007199254740993')],
  ['{ "__proto__": { "a": 1 } }', jsonMessages.jsonPrototypeKey],
  ['null', jsonMessages.jsonNull],
  ['', jsonMessages.jsonNull],
])('shows an error and does not save %s', async (text, message) => {
  const onSave = renderForm({ shelf: 3 });
  await enterText(text);
  expect(screen.getByText(message)).toBeInTheDocument();
  await clickSave();
  expect(onSave).not.toHaveBeenCalled();
  await enterText('{ "shelf": 4, "constructor": null }');
  expect(screen.queryByText(message)).toBeNull();
  await clickSave();
  expect(JSON.stringify(onSave.mock.calls)).toBe('[[{"shelf":4,"constructor":null}]]');
});

test('editing the tree keeps a key that the tree does not show', async () => {
  const onSave = renderForm(JSON.parse('{ "shelf": 3, "__proto__": { "a": 1 } }'));
  await screen.findByRole('textbox', { name: 'Meta data' });
  await userEvent.click(screen.getByRole('tab', { name: 'Tree' }));
  const field = await screen.findByText('shelf');
  field.textContent = 'drawer';
  fireEvent.input(field);
  expect(await screen.findByText(jsonMessages.jsonPrototypeKey)).toBeInTheDocument();
  await clickSave();
  expect(onSave).not.toHaveBeenCalled();
});

test('shows the value without editing to users who may not manage the workspace', async () => {
  renderForm({ shelf: 3 }, 'viewer');
  expect(await screen.findByText('shelf')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save meta data' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Meta data' })).toBeNull();
});

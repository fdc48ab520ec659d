import { applyConfig } from '@console/shared-auth';
import { deferred, page, resetSessionForTest, signInForTest, stubApi } from '@console/shared-auth/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { use } from 'react';
import type * as PaletteCode from '../palette/palette';
import { renderShell } from '../testing/shell-harness';

/** The palette loads when the test resolves this promise. */
const mockPaletteLoad = deferred<undefined>();
jest.mock('../palette/palette', () => {
  const { Palette } = jest.requireActual<typeof PaletteCode>('../palette/palette');
  return {
    Palette: (props: Parameters<typeof Palette>[0]) => {
      use(mockPaletteLoad.promise);
      return <Palette {...props} />;
    },
  };
});

test('text typed while the palette is loading appears in the search field', async () => {
  applyConfig({});
  resetSessionForTest();
  stubApi({ 'GET /account/v2/token/': { token: 't' }, 'GET /account/v2/resource': page([]) });
  signInForTest({ services: ['annotate'] });
  const user = userEvent.setup();
  await renderShell();
  await user.keyboard('{Control>}k{/Control}');
  const loadingDialog = within(await screen.findByRole('dialog', { name: 'Loading', hidden: true }));
  // The dialog's focus trap does not work in jsdom.
  await user.click(loadingDialog.getByRole('textbox', { hidden: true }));
  await user.keyboard('im{Enter}a');
  await act(async () => {
    mockPaletteLoad.resolve(undefined);
    await mockPaletteLoad.promise;
  });
  const field = await screen.findByRole('combobox', { name: 'Go to a page, workspace or id', hidden: true });
  expect(field).toHaveValue('ima');
  expect(screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)).toEqual(['Images']);
  await user.click(field);
  await user.keyboard('{Enter}');
  expect(screen.getByRole('status', { name: 'Current URL' })).toHaveTextContent('/images');
});

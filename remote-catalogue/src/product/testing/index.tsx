import { page, stubApi, type StubbedApi, type StubHandlers } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { auction, breakfast, drinks, front, milk } from '../../testing';
import { ProductPage } from '../product-page';

/** Id of the set Lunch. */
export const LUNCH = '6f6f6f6f-6f6f-4f6f-8f6f-6f6f6f6f6f6f';

/** Sets the value in one event, because typing each character takes seconds. */
export const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** Responds to the calls of the page of the product Oat milk. */
export const stub = (handlers: StubHandlers = {}): StubbedApi =>
  stubApi({
    'GET /product/v2/product/{id}/': milk,
    'GET /product/v2/collection/': page([drinks]),
    'GET /product/v2/image/': page([front]),
    'GET /product/v2/price/': page([auction]),
    'GET /product/v2/set/': page([breakfast, { ...breakfast, id: LUNCH, name: 'Lunch' }]),
    ...handlers,
  });

/** Renders the page of the product Oat milk. */
export function show() {
  renderConsole(
    <Routes>
      <Route path="/product/:id" element={<ProductPage />} />
    </Routes>,
    { route: `/product/${milk.id}` },
  );
  return userEvent.setup();
}

import { page, stubApi, type StubbedApi, type StubHandlers } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { auctionPrice, breakfastSet, drinksCollection, frontImage, milkProduct } from '../../testing';
import { ProductPage } from '../product-page';

/** Id of the set Lunch. */
export const LUNCH_SET_ID = '6f6f6f6f-6f6f-4f6f-8f6f-6f6f6f6f6f6f';

/** Sets the value in one event, because typing each character takes seconds. */
export const setFieldValue = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** Responds to the calls of the page of the product Oat milk. */
export const stubProductApi = (handlers: StubHandlers = {}): StubbedApi =>
  stubApi({
    'GET /product/v2/product/{id}/': milkProduct,
    'GET /product/v2/collection/': page([drinksCollection]),
    'GET /product/v2/image/': page([frontImage]),
    'GET /product/v2/price/': page([auctionPrice]),
    'GET /product/v2/set/': page([breakfastSet, { ...breakfastSet, id: LUNCH_SET_ID, name: 'Lunch' }]),
    ...handlers,
  });

/** Renders the page of the product Oat milk. */
export function renderProductPage() {
  renderConsole(
    <Routes>
      <Route path="/product/:id" element={<ProductPage />} />
    </Routes>,
    { route: `/product/${milkProduct.id}` },
  );
  return userEvent.setup();
}

import { productNumber } from './product-number';

test.each([
  ['Oat milk #12', 'SKU-99-7', '12'],
  ['Oat milk', 'SKU-99-7', '7'],
  ['Oat milk 3', '', ''],
])('the number of %s (%s) is %s', (name, customer_product_id, number) => {
  expect(productNumber({ name, customer_product_id })).toBe(number);
});

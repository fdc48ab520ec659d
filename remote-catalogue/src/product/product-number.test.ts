import { getProductNumber } from './product-number';

test.each([
  ['Oat milk #12', 'SKU-99-7', '12'],
  ['Oat milk', 'SKU-99-7', '7'],
  ['Oat milk 3', '', ''],
])('getProductNumber of "%s" ("%s") returns "%s"', (name, customer_product_id, number) => {
  expect(getProductNumber({ name, customer_product_id })).toBe(number);
});

import { failWith, resetSessionForTest, signInForTest, stubApi } from '../testing';
import { findRow, parseRowId } from './find-row';

const rowId = '55555555-5555-4555-8555-555555555555';
const productPath = '/product/v2/product/{id}/';

beforeEach(() => {
  resetSessionForTest();
  signInForTest();
});

test('findRow returns the row with its workspace and name', async () => {
  const stub = stubApi({ 'GET /product/v2/product/{id}/': { id: rowId, workspace: 'w', name: 'Mug' } });
  expect(await findRow(productPath, rowId)).toEqual({ id: rowId, workspace: 'w', name: 'Mug' });
  expect(stub.requests[0]?.query).toEqual({});
});

test.each([400, 403, 404])('findRow returns null after a %i response', async (status) => {
  stubApi({ 'GET /product/v2/product/{id}/': failWith(status) });
  expect(await findRow(productPath, rowId)).toBeNull();
});

test('findRow rejects if the server does not respond', async () => {
  stubApi({ 'GET /product/v2/product/{id}/': failWith(0) });
  await expect(findRow(productPath, rowId)).rejects.toMatchObject({ status: 0 });
});

test.each([
  [`  ${rowId.toUpperCase()}\n`, rowId],
  ['mugs', null],
  [`${rowId}0`, null],
])('parseRowId(%j) returns %j', (text, expected) => {
  expect(parseRowId(text)).toBe(expected);
});

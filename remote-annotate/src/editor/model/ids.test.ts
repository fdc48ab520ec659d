import { newShapeId } from './ids';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('newShapeId returns UUIDs even outside a secure context', () => {
  const original = Object.getOwnPropertyDescriptor(crypto, 'randomUUID');
  expect(newShapeId()).toMatch(UUID_V4);
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  try {
    expect(newShapeId()).toMatch(UUID_V4);
    expect(newShapeId()).not.toBe(newShapeId());
  } finally {
    if (original) Object.defineProperty(crypto, 'randomUUID', original);
    else Reflect.deleteProperty(crypto, 'randomUUID');
  }
});

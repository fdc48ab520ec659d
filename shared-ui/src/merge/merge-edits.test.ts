import { mergeEdits, resolveConflict, startEdits } from './merge-edits';

const openedValues = { name: 'Apple', color: 'red', tasks: ['t1'] };
const edit = (values: Partial<typeof openedValues>) => ({ ...startEdits(openedValues), values: { ...openedValues, ...values } });

describe('mergeEdits', () => {
  test('adopts fields that only another user has changed', () => {
    const merged = mergeEdits(edit({ name: 'Pear' }), { name: 'Apple', color: 'green', tasks: ['t1', 't2'] });
    expect(merged.values).toEqual({ name: 'Pear', color: 'green', tasks: ['t1', 't2'] });
    expect(merged).toMatchObject({ conflicts: [], adopted: ['color', 'tasks'] });
  });

  test('reports fields that both users have changed to different values', () => {
    const merged = mergeEdits(edit({ name: 'Pear', color: 'green' }), { ...openedValues, name: 'Plum', color: 'green' });
    expect(merged).toMatchObject({ conflicts: ['name'], adopted: [], values: { name: 'Pear', color: 'green' } });
    expect(mergeEdits(merged, { ...openedValues, name: 'Plum', color: 'green' }).conflicts).toEqual(['name']);
  });

  test.each([
    ['mine', 'Pear'],
    ['theirs', 'Plum'],
  ] as const)('a conflict that is resolved with %s keeps %s', (choice, name) => {
    const saved = { ...openedValues, name: 'Plum' };
    const resolved = mergeEdits(resolveConflict(edit({ name: 'Pear' }), saved, 'name', choice), saved);
    expect(resolved).toMatchObject({ conflicts: [], values: { name } });
    // If the user's value was chosen, a later change by another user is a new conflict.
    expect(mergeEdits(resolved, { ...openedValues, name: 'Fig' }).conflicts).toEqual(choice === 'mine' ? ['name'] : []);
  });

  test('a field edited after it was adopted is compared with the adopted value', () => {
    const saved = { ...openedValues, color: 'green' };
    const merged = mergeEdits(edit({ name: 'Pear' }), saved);
    expect(mergeEdits({ ...merged, values: { ...merged.values, color: 'blue' } }, saved).conflicts).toEqual([]);
  });

  test("the user's own save is not a change of another user", () => {
    const sentValues = { ...openedValues, name: 'Pear' };
    const edits = { ...edit({ name: 'Pears' }), sentValues: sentValues };
    expect(mergeEdits(edits, sentValues)).toMatchObject({ conflicts: [], adopted: [], values: { name: 'Pears' } });
  });

  test('a key that only another user has deleted disappears', () => {
    const json: Record<string, unknown> = { a: 1, b: 2 };
    const merged = mergeEdits({ ...startEdits(json), values: { a: 1, b: 3 } }, { b: 2 });
    expect(merged.values).toEqual({ b: 3 });
  });
});

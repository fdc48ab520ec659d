import { mergeEdits, resolveConflict, startEdits } from './merge-edits';

const openedValues = { name: 'Apple', color: 'red', tasks: ['t1'] };
const createEdits = (values: Partial<typeof openedValues>) => ({
  ...startEdits(openedValues),
  values: { ...openedValues, ...values },
});

describe('mergeEdits', () => {
  test('adopts fields that only another user has changed', () => {
    const mergedEdits = mergeEdits(createEdits({ name: 'Pear' }), { name: 'Apple', color: 'green', tasks: ['t1', 't2'] });
    expect(mergedEdits.values).toEqual({ name: 'Pear', color: 'green', tasks: ['t1', 't2'] });
    expect(mergedEdits).toMatchObject({ conflicts: [], adopted: ['color', 'tasks'] });
  });

  test('reports fields that both users have changed to different values', () => {
    const mergedEdits = mergeEdits(createEdits({ name: 'Pear', color: 'green' }), {
      ...openedValues,
      name: 'Plum',
      color: 'green',
    });
    expect(mergedEdits).toMatchObject({ conflicts: ['name'], adopted: [], values: { name: 'Pear', color: 'green' } });
    expect(mergeEdits(mergedEdits, { ...openedValues, name: 'Plum', color: 'green' }).conflicts).toEqual(['name']);
  });

  test.each([
    ['mine', 'Pear'],
    ['theirs', 'Plum'],
  ] as const)('a conflict that is resolved with %s keeps %s', (choice, name) => {
    const savedValues = { ...openedValues, name: 'Plum' };
    const resolved = mergeEdits(resolveConflict(createEdits({ name: 'Pear' }), savedValues, 'name', choice), savedValues);
    expect(resolved).toMatchObject({ conflicts: [], values: { name } });
    // If the user's value was chosen, a later change by another user is a new conflict.
    expect(mergeEdits(resolved, { ...openedValues, name: 'Fig' }).conflicts).toEqual(choice === 'mine' ? ['name'] : []);
  });

  test('an edit of an adopted field is compared with the adopted value', () => {
    const savedValues = { ...openedValues, color: 'green' };
    const mergedEdits = mergeEdits(createEdits({ name: 'Pear' }), savedValues);
    expect(mergeEdits({ ...mergedEdits, values: { ...mergedEdits.values, color: 'blue' } }, savedValues).conflicts).toEqual([]);
  });

  test("the user's own save is not a change of another user", () => {
    const sentValues = { ...openedValues, name: 'Pear' };
    const edits = { ...createEdits({ name: 'Pears' }), sentValues: sentValues };
    expect(mergeEdits(edits, sentValues)).toMatchObject({ conflicts: [], adopted: [], values: { name: 'Pears' } });
  });

  test('a key that only another user has deleted disappears', () => {
    const jsonValues: Record<string, unknown> = { a: 1, b: 2 };
    const mergedEdits = mergeEdits({ ...startEdits(jsonValues), values: { a: 1, b: 3 } }, { b: 2 });
    expect(mergedEdits.values).toEqual({ b: 3 });
  });
});

import { invertUpdate } from './inverse';

const change = {
  before: { meta_data: { camera: 'left', shift: 'day' } },
  after: { meta_data: { camera: 'right', shift: 'night' } },
};

const laterFields = new Set<string>();

it('restores keys of metadata one by one and reports keys that changed later', () => {
  const current = { meta_data: { camera: 'top', shift: 'night', aisle: 4 } };
  expect(invertUpdate(change, current, { overwrite: false, laterFields })).toEqual({
    values: { meta_data: { camera: 'top', shift: 'day', aisle: 4 } },
    conflicts: [{ field: 'meta_data.camera', before: 'left', after: 'right', current: 'top' }],
  });
  expect(invertUpdate(change, current, { overwrite: true, laterFields })).toEqual({
    values: { meta_data: { camera: 'left', shift: 'day', aisle: 4 } },
    conflicts: [],
  });
});

it('changes nothing if the previous values are already there', () => {
  expect(invertUpdate(change, change.before, { overwrite: false, laterFields })).toEqual({ values: {}, conflicts: [] });
});

it('reports a field that was changed later although it has the same value again', () => {
  const later = { overwrite: false, laterFields: new Set(['meta_data.camera', 'name']) };
  const renamed = { before: { ...change.before, name: 'a' }, after: { ...change.after, name: 'b' } };
  expect(invertUpdate(renamed, renamed.after, later)).toEqual({
    values: { meta_data: { camera: 'right', shift: 'day' } },
    conflicts: [
      { field: 'meta_data.camera', before: 'left', after: 'right', current: 'right' },
      { field: 'name', before: 'a', after: 'b', current: 'b' },
    ],
  });
});

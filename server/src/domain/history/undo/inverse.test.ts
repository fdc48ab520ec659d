import { invertUpdate } from './inverse';

const loggedUpdate = {
  before: { meta_data: { camera: 'left', shift: 'day' } },
  after: { meta_data: { camera: 'right', shift: 'night' } },
};

const noLaterFields = new Set<string>();

it('restores keys of metadata one by one and reports keys that changed later', () => {
  const currentRow = { meta_data: { camera: 'top', shift: 'night', aisle: 4 } };
  expect(invertUpdate(loggedUpdate, currentRow, { overwrite: false, laterFields: noLaterFields })).toEqual({
    values: { meta_data: { camera: 'top', shift: 'day', aisle: 4 } },
    conflicts: [{ field: 'meta_data.camera', before: 'left', after: 'right', current: 'top' }],
  });
  expect(invertUpdate(loggedUpdate, currentRow, { overwrite: true, laterFields: noLaterFields })).toEqual({
    values: { meta_data: { camera: 'left', shift: 'day', aisle: 4 } },
    conflicts: [],
  });
});

it('changes nothing if the row already has the previous values', () => {
  expect(invertUpdate(loggedUpdate, loggedUpdate.before, { overwrite: false, laterFields: noLaterFields })).toEqual({
    values: {},
    conflicts: [],
  });
});

it('reports a field that was changed later although it has the same value again', () => {
  const optionsWithLaterChanges = { overwrite: false, laterFields: new Set(['meta_data.camera', 'name']) };
  const loggedRename = { before: { ...loggedUpdate.before, name: 'a' }, after: { ...loggedUpdate.after, name: 'b' } };
  expect(invertUpdate(loggedRename, loggedRename.after, optionsWithLaterChanges)).toEqual({
    values: { meta_data: { camera: 'right', shift: 'day' } },
    conflicts: [
      { field: 'meta_data.camera', before: 'left', after: 'right', current: 'right' },
      { field: 'name', before: 'a', after: 'b', current: 'b' },
    ],
  });
});

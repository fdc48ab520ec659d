import { invertUpdate } from './inverse';

const change = {
  before: { meta_data: { camera: 'left', shift: 'day' } },
  after: { meta_data: { camera: 'right', shift: 'night' } },
};

it('changes keys of meta data back one by one and reports those that were changed again later', () => {
  const current = { meta_data: { camera: 'top', shift: 'night', aisle: 4 } };
  expect(invertUpdate(change, current, false)).toEqual({
    values: { meta_data: { camera: 'top', shift: 'day', aisle: 4 } },
    conflicts: [{ field: 'meta_data.camera', before: 'left', after: 'right', current: 'top' }],
  });
  expect(invertUpdate(change, current, true)).toEqual({
    values: { meta_data: { camera: 'left', shift: 'day', aisle: 4 } },
    conflicts: [],
  });
});

it('changes nothing if the previous values are already there', () => {
  expect(invertUpdate(change, change.before, false)).toEqual({ values: {}, conflicts: [] });
});

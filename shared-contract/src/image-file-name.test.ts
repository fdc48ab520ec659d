import { getImageFileName, omitFileName, restoreFileName } from './image-file-name';

test.each([
  [{ name: 'a.png', meta_data: { filename: 'b.png' } }, 'a.png'],
  [{ meta_data: { filename: ' b.png ' } }, 'b.png'],
  [{ name: null, meta_data: { filename: 7 } }, null],
  [{ meta_data: ['filename'] }, null],
])('the file name of %j is %s', (image, name) => expect(getImageFileName(image)).toBe(name));

test('an edit of the meta data keeps the file name', () => {
  const image = { name: 'a.png', meta_data: { filename: 'a.png', aisle: 3 } };
  expect(omitFileName(image.meta_data)).toEqual({ aisle: 3 });
  expect(restoreFileName({ aisle: 4, filename: 'typed' }, image)).toEqual({ aisle: 4, filename: 'a.png' });
  expect(restoreFileName({ aisle: 4 }, { name: null, meta_data: {} })).toEqual({ aisle: 4 });
});

import { parseImport, withImages } from '../../../testing/api/parse-import';

const parseCsv = (text: string) =>
  parseImport({ ...withImages('a.jpg', 'b.jpg', 'c.jpg'), 'table.csv': text }, { format: 'csv' });

it('reads a column of 0 and 1 for each class', async () => {
  const { labels, notes } = await parseCsv('filename, Apple, apple pie, 0\na.jpg, 1, 0, 0\nb.jpg, 1, 1, x\nc.jpg, 0, 0, 0\n');
  expect(labels).toEqual(['a.jpg: Apple', 'b.jpg: Apple', 'b.jpg: apple pie']);
  expect(notes).toEqual({ 'Cells that are neither 0 nor 1': 1 });
});

it('reads Keras RetinaNet rows without a header', async () => {
  const { images, boxes, notes } = await parseImport({
    ...withImages('images/a.jpg', 'images/b.jpg'),
    'annotations.csv': 'images/a.jpg,10,20,50,60,Fig\nimages/a.jpg,0,0,9,9,Nut\nimages/b.jpg,,,,,\n',
    'classes.csv': 'Fig,0\nNut,1\n',
  });
  expect(images).toEqual(['images/a.jpg', 'images/b.jpg']);
  expect(boxes).toEqual(['images/a.jpg: Fig 10 20 50 60', 'images/a.jpg: Nut 0 0 9 9']);
  expect(notes).toEqual({ 'Lists of classes in CSV files (not needed)': 1 });
});

it('rejects the CSV files of tools whose results are JSON in a cell', async () => {
  const labelStudio = await parseCsv('image,id,label\na.jpg,1,"[{""x"":1,""rectanglelabels"":[""Fig""]}]"\n');
  expect(labelStudio).toMatchObject({
    labels: [],
    unreadable: { 'table.csv': "This is a CSV file of Label Studio. In Label Studio, export with the format 'JSON'." },
  });
});

it('counts the header as row 1 in the report of a row without a file name', async () => {
  const { unreadable } = await parseCsv('filename,label\na.jpg,Fig\n,Nut\n');
  expect(unreadable).toEqual({ 'table.csv, row 3': 'The row has no file name.' });
});

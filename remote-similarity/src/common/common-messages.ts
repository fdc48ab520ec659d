/** Interface text of columns and placeholders that several pages use. */
export const commonMessages = {
  columns: {
    name: 'Name',
    type: 'Type',
    testGroup: 'TRAIN / TEST',
    image: 'Image',
    description: 'Description',
    id: 'Id',
    background: 'Background',
    types: 'Types',
  },
  noType: 'No type',
  unknown: 'Unknown',
};

/** Text of the metadata of an image. */
export const metaMessages = {
  fileName: 'File name',
  height: 'Height',
  width: 'Width',
  created: 'Created',
  link: 'Link to the image',
  open: 'Open',
  data: 'Meta data',
  save: 'Save meta data',
} as const;

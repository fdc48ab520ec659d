/** The sentences about shapes, their labels and tasks that a caller reads. */
export const messages = {
  noArea: 'must have a positive area',
  outside: (width: number, height: number) => `lies outside the picture of ${width} x ${height} pixels`,
  otherImage: 'a shape stays on its image',
  required: 'is required',
  namedTwice: 'is named by an earlier item of this call',
  labelGone: 'Its label has been deleted meanwhile.',
} as const;

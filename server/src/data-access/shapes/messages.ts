/** Error messages about shapes, their labels and tasks for API clients. */
export const messages = {
  noArea: 'must have a positive area',
  outsideImage: (width: number, height: number) => `lies outside the image of ${width} x ${height} pixels`,
  cannotChangeImage: 'a shape stays on its image',
  required: 'is required',
  duplicateItem: 'is named by an earlier item of this call',
  labelDeleted: 'Its label has been deleted meanwhile.',
} as const;

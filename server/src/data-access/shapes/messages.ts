/** Error messages about shapes, their labels and tasks for API clients. */
export const messages = {
  noArea: 'must have a positive area',
  outsideImage: (width: number, height: number) => `lies outside the image of ${width} x ${height} pixels`,
  noPixels: 'must have at least one pixel of foreground',
  otherSize: (width: number, height: number) => `must be [${height}, ${width}], the height and width of the image`,
  otherPixelCount: (pixels: number, expected: number) => `has ${pixels} pixels instead of ${expected}`,
  notCanonical: 'must be in the shortest form, without empty runs except the first one',
  cannotChangeImage: 'a shape stays on its image',
  noSkeleton: 'has no skeleton: add points to the label first',
  numberOfPoints: (points: number) => `must have as many points as the label: ${points}`,
  required: 'is required',
  duplicateItem: 'is named by an earlier item of this call',
  labelDeleted: 'Its label has been deleted meanwhile.',
} as const;

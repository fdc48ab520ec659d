/** Messages of the lists of images. */
export const imagesMessages = {
  openImage: 'Open image',
} as const;

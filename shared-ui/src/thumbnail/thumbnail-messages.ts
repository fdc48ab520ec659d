/** Interface text of thumbnails. */
export const thumbnailMessages = {
  noImage: 'No image',
};

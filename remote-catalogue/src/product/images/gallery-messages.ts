/** Interface text of the gallery of a product. */
export const galleryMessages = {
  label: 'Images of this product',
  open: (name: string) => `Open ${name || 'the image'} in full size`,
  show: (name: string) => `Show ${name || 'image'}`,
};

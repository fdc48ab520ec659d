/** Interface text of badges of images. */
export const badgeMessages = {
  train: 'TRAIN',
  test: 'TEST',
  real: 'REAL',
  product: 'PRODUCT',
};

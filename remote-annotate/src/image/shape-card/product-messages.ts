/** Text about the product that an object shows. */
export const productMessages = {
  widget: 'Product search',
  unsaved: 'This object is not saved yet. After it is saved, you can use it as a picture of a product.',
} as const;

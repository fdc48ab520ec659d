/** Interface text of the search for a product. */
export const finderMessages = {
  label: 'Find a product by name, number or id',
  placeholder: 'Part of the name or number, or the id',
  none: 'No products match this search.',
  more: (count: number) => `and ${count.toLocaleString('en')} more. Keep typing to narrow the list`,
} as const;

/** Interface text of the widget that adds a crop to a product. */
export const cropMessages = {
  add: 'Add crop to product',
  added: 'Crop added to',
  failed: (product: string) => `Couldn't add the crop to ${product}`,
  undo: 'Undo',
  undoFailed: "Couldn't remove the crop",
} as const;

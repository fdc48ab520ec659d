/** Interface text of other users on the page. */
export const presenceMessages = {
  alsoHere: (names: readonly string[]) => `Also here: ${names.join(', ')}`,
  /** The user of a change who is not shown as present. */
  somebody: 'Another member',
  changed: {
    image: (name: string) => `${name} has just changed this image.`,
    group: (name: string) => `${name} has just changed this group.`,
    product: (name: string) => `${name} has just changed this product.`,
  },
};

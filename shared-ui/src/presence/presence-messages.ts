/** Interface text of other users on the page. */
export const presenceMessages = {
  alsoHere: (names: readonly string[]) => `Also here: ${names.join(', ')}`,
  /** Used if the user who made a change is not in the list of present users. */
  somebody: 'Another member',
  changed: {
    image: (name: string) => `${name} has just changed this image.`,
    group: (name: string) => `${name} has just changed this group.`,
    product: (name: string) => `${name} has just changed this product.`,
  },
};

/** Interface text of other users on the page. */
export const presenceMessages = {
  alsoHere: (names: readonly string[]) => `Also here: ${names.join(', ')}`,
  /** Name for a user who has changed the row but is not among the users who have it open. */
  somebody: 'Another member',
  changed: {
    image: (name: string) => `${name} has just changed this image.`,
    group: (name: string) => `${name} has just changed this group.`,
    product: (name: string) => `${name} has just changed this product.`,
  },
};

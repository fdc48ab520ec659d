/** Interface text about missing data of a product. */
export const completenessMessages = {
  column: 'Missing',
  any: 'Complete and incomplete',
  filter: 'Completeness',
  complete: 'Complete',
  incomplete: 'Incomplete',
  without: (gap: string) => `Missing ${gap}`,
  gaps: { pictures: 'images', meta: 'meta data', price: 'price', verification: 'verification' },
  missingKeys: (keys: readonly string[]) => `Most products of its collection have: ${keys.join(', ')}`,
};

/** Interface text of the form for a price. */
export const priceMessages = {
  add: 'Add price',
  added: 'Price added',
  addFailed: "Couldn't add the price.",
  itemLink: 'Link to the item',
  imageLink: 'Link to the image',
  invalidPrice: 'Enter a price such as 12.50',
  invalidCurrency: 'Enter a currency of three letters, such as EUR',
  invalidLink: 'Enter a link that starts with http:// or https://',
} as const;

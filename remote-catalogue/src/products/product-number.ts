/** A product's number as the shelf shows it: the digits after '#' in its name, else the last run of digits in the customer's id; '' for none. */
export function productNumber(product: { name: string; customer_product_id: string }): string {
  return /#(\d+)/.exec(product.name)?.[1] ?? product.customer_product_id.match(/\d+/g)?.at(-1) ?? '';
}

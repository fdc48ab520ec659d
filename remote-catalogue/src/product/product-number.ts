/** Returns the digits after '#' in the name, else the last digits of the customer product id, else ''. */
export function getProductNumber(product: { name: string; customer_product_id: string }): string {
  return /#(\d+)/.exec(product.name)?.[1] ?? product.customer_product_id.match(/\d+/g)?.at(-1) ?? '';
}

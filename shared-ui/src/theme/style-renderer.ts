import { createDOMRenderer } from '@fluentui/react-components';

/**
 * Makes the style elements of Fluent. Each carries the nonce of the page's policy, which the server writes into the
 * document: without it the browser leaves them empty, and the first rule set into one throws.
 */
export function createStyleRenderer(page: Document) {
  const nonce = page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return createDOMRenderer(page, nonce ? { styleElementAttributes: { nonce } } : {});
}

import { createDOMRenderer } from '@fluentui/react-components';

/**
 * Creates the style elements of Fluent with the nonce of the Content-Security-Policy, which the server writes into the document.
 * Without the nonce, the browser would keep the elements empty, and inserting a rule would throw.
 */
export function createStyleRenderer(targetDocument: Document) {
  const nonce = targetDocument.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return createDOMRenderer(targetDocument, nonce ? { styleElementAttributes: { nonce } } : {});
}

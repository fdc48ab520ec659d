import { createDOMRenderer } from '@fluentui/react-components';

/**
 * Creates a renderer whose style elements have the nonce of the Content-Security-Policy. The server writes this nonce into the document.
 * Without the nonce, the browser would block the style elements, and inserting a rule would throw an error.
 */
export function createStyleRenderer(targetDocument: Document) {
  const nonce = targetDocument.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return createDOMRenderer(targetDocument, nonce ? { styleElementAttributes: { nonce } } : {});
}

/**
 * Detached document that receives Fluent's styles in tests. For each query by role, jsdom matches every CSS rule of the page with every
 * element. With Fluent's rules in the page, the tests of the application shell took 46 s of processor time instead of 8 s.
 */
export const unstyledDocument = document.implementation.createHTMLDocument();

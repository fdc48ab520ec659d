/** @jest-environment-options {"dom": true} */
import { toWebUrl } from './external-link';

test.each([
  ['https://shop.example/1', 'https://shop.example/1'],
  ['http://shop.example', 'http://shop.example'],
  ['javascript:alert(1)', null],
  [' JaVaScRiPt:alert(1)', null],
  ['data:text/html,x', null],
  ['//shop.example', null],
  ['shop.example', null],
  ['', null],
  [null, null],
])('toWebUrl maps %s to %s', (url, webUrl) => expect(toWebUrl(url)).toBe(webUrl));

import { webAddress } from './data-link';

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
])('%s leads to %s', (address, web) => expect(webAddress(address)).toBe(web));

import type { ByteRange } from './store';

/**
 * Parses a Range header for a file of `size` bytes. If the result is null, the complete file is sent. RFC 9110 allows this for unsupported
 * headers, such as those with several ranges.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [first, last] = [match[1] ?? '', match[2] ?? ''];
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start >= size || (first === '' && Number(last) === 0) ? 'unsatisfiable' : { start, end };
}

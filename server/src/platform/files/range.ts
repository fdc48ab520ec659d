import type { ByteRange } from './store';

/**
 * Parses a Range header for a file of `size` bytes. If the result is null, the complete file is sent. RFC 9110 allows this for unsupported
 * headers, such as those with several ranges.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [firstText, lastText] = [match[1] ?? '', match[2] ?? ''];
  const start = firstText === '' ? Math.max(0, size - Number(lastText)) : Number(firstText);
  const end = firstText === '' || lastText === '' ? size - 1 : Math.min(Number(lastText), size - 1);
  if (firstText !== '' && lastText !== '' && Number(lastText) < start) return null;
  return start >= size || (firstText === '' && Number(lastText) === 0) ? 'unsatisfiable' : { start, end };
}

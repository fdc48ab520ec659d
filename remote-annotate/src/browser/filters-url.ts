import { initialFilters, type BackgroundFilter, type BrowserFilters, type GroupingFilter, type VerifiedFilter } from './filters';

const VERIFIED: Record<VerifiedFilter, string | null> = { all: null, yes: '1', no: '0' };
const GROUPING: Record<GroupingFilter, string | null> = { any: null, in: 'in', not: 'not' };
const BACKGROUND: Record<BackgroundFilter, string | null> = { all: null, real: 'real', product: 'product' };

function keyOf<Key extends string>(table: Record<Key, string | null>, text: string | null, fallback: Key): Key {
  const found = (Object.keys(table) as Key[]).find((key) => table[key] === text);
  return found ?? fallback;
}

const idsOf = (text: string | null) => [...new Set((text ?? '').split(',').filter((id) => /^[0-9a-f-]{36}$/i.test(id)))];

function pageOf(text: string | null): number {
  const page = Number(text ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 100_000_000 ? page : 1;
}

/** What an address says; whatever in it cannot be read counts as not said. */
export function readFilters(params: URLSearchParams): BrowserFilters {
  const blur = params.get('blur');
  const day = params.get('day') ?? '';
  return {
    ...initialFilters,
    entity: params.get('show') === 'objects' ? 'objects' : 'images',
    verified: keyOf(VERIFIED, params.get('verified'), 'all'),
    grouping: keyOf(GROUPING, params.get('groups'), 'any'),
    background: keyOf(BACKGROUND, params.get('background'), 'all'),
    labels: idsOf(params.get('labels')),
    detectionLabels: idsOf(params.get('object-labels')),
    day: /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : '',
    test: params.get('test') === '1',
    blur: blur === '1' ? true : blur === '0' ? false : null,
    page: pageOf(params.get('page')),
  };
}

/** The shortest address that `readFilters` reads back: what is at its start is left out. */
export function writeFilters(filters: BrowserFilters): URLSearchParams {
  const entries: [string, string | null][] = [
    ['show', filters.entity === 'objects' ? 'objects' : null],
    ['verified', VERIFIED[filters.verified]],
    ['groups', GROUPING[filters.grouping]],
    ['background', BACKGROUND[filters.background]],
    ['labels', filters.labels.join(',') || null],
    ['object-labels', filters.detectionLabels.join(',') || null],
    ['day', filters.day || null],
    ['test', filters.test ? '1' : null],
    ['blur', filters.blur === null ? null : filters.blur ? '1' : '0'],
    ['page', filters.page > 1 ? String(filters.page) : null],
  ];
  return new URLSearchParams(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}

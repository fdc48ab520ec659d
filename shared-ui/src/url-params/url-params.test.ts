import { defineUrlParams, param } from '.';

const listParams = defineUrlParams({
  search: param.search(),
  page: param.page(),
  kind: param.oneOf(['all', 'test', 'train'], 'all'),
  labels: param.ids(),
  verified: param.optionalFlag(),
  parents: param.flag(true),
  day: param.day(),
  sort: param.sort(['name', 'count'], { columnId: 'name', direction: 'ascending' }),
});
const readQuery = (query: string) => listParams.read(new URLSearchParams(query));

test('an empty query has the initial values, and initial values have an empty query', () => {
  expect(readQuery('')).toEqual(listParams.initial);
  expect(listParams.toLink(listParams.initial)).toBe('');
});

test('reads the values that it has written', () => {
  const values = {
    search: 'Crème & co',
    page: 3,
    kind: 'train',
    labels: ['a1', 'b2'],
    verified: false,
    parents: false,
    day: '2026-02-03',
    sort: { columnId: 'count', direction: 'descending' },
  } as const;
  expect(readQuery(listParams.toLink(values))).toEqual(values);
});

test.each([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=x',
  'page=1e99',
  'kind=dogs',
  'labels=%2F..%2Fx',
  'verified=yes',
  'parents=maybe',
  'day=2026-13-45',
  'day=today',
  'sort=size',
  'sort=-',
])('invalid parameters get their initial values: %s', (query) => {
  expect(readQuery(query)).toEqual(listParams.initial);
});

test('truncates text that is longer than any name', () => {
  expect(readQuery(`search=${'x'.repeat(5000)}`).search).toHaveLength(200);
});

test('keeps parameters of other parts of the page', () => {
  const otherList = defineUrlParams({ search: param.search() }, 'label-');
  const query = otherList.write({ search: 'cup' }, new URLSearchParams('search=plate&page=2'));
  expect(query.toString()).toBe('search=plate&page=2&label-search=cup');
  expect(listParams.write({ search: '' }, query).toString()).toBe('page=2&label-search=cup');
});

test('isNarrowed ignores the page but not a changed default', () => {
  expect(listParams.isNarrowed(readQuery('page=4'), [])).toBe(false);
  expect(listParams.isNarrowed(readQuery('parents=0'), [])).toBe(true);
  expect(listParams.isNarrowed(readQuery('sort=-count'), ['sort'])).toBe(false);
});

test('a parameter can have another name and other values in the URL', () => {
  const imageParams = defineUrlParams({
    labels: { ...param.ids(), urlName: 'object-labels' },
    verified: param.mapped({ all: '', yes: '1', no: '0' }, 'all'),
  });
  expect(imageParams.toLink({ labels: ['a1'], verified: 'yes' })).toBe('?object-labels=a1&verified=1');
  expect(imageParams.read(new URLSearchParams('object-labels=a1&verified=0'))).toEqual({ labels: ['a1'], verified: 'no' });
  expect(imageParams.read(new URLSearchParams('labels=a1&verified='))).toEqual({ labels: [], verified: 'all' });
  expect(imageParams.read(new URLSearchParams('verified=yes'))).toEqual(imageParams.initial);
});

import { acceptOverrides, deleteChoice, isDisabled, parseOverride, readTabChoice } from './tab-overrides';

describe('parseOverride', () => {
  it.each([
    ['annotate@1.2.0', '/remotes/annotate/1.2.0/release.json', true],
    ['annotate@1.2.0-local-01234567', '/remotes/annotate/1.2.0-local-01234567/release.json', true],
    ['annotate@http://localhost:3100', 'http://localhost:3100/release.json', false],
    ['annotate@http://localhost:3100/', 'http://localhost:3100/release.json', false],
    ['annotate@http://127.0.0.1:3100/build/?x=1#y', 'http://127.0.0.1:3100/build/release.json', false],
    ['annotate@https://localhost:3100', 'https://localhost:3100/release.json', false],
  ])('parses %s', (text, releaseUrl, isPublished) => {
    expect(parseOverride(text)).toMatchObject({ name: 'annotate', releaseUrl, isPublished });
  });

  it.each([
    'annotate',
    'annotate@',
    '@1.2.0',
    'Annotate@1.2.0',
    'annotate@1.2',
    'annotate@1.2.0/../../other',
    'annotate@https://example.com',
    'annotate@http://localhost.example.com',
    'annotate@http://example.com@localhost.example.com',
    'annotate@//localhost:3100',
    'annotate@ftp://localhost',
    'annotate@javascript:alert(1)',
  ])('refuses %s', (text) => {
    expect(parseOverride(text)).toBeUndefined();
  });
});

/** Creates a simulated tab. `readChoiceAt` loads a URL in the tab. */
function createTab() {
  const storedValues = new Map<string, string>();
  const memory = {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => void storedValues.set(key, value),
    removeItem: (key: string) => void storedValues.delete(key),
  };
  const readChoiceAt = (href: string) => {
    let currentUrl = `https://console.test${href}`;
    const location = { href: currentUrl };
    const history = {
      state: null,
      replaceState: (_state: unknown, _title: string, url?: string | URL | null) => (currentUrl = String(url)),
    };
    const choice = readTabChoice({ location, history, memory });
    const overrides = choice.overrides.map(({ name, source }) => `${name} ${source}`);
    const accept = () => void acceptOverrides(memory, choice, choice.toConfirm);
    return { ...choice, overrides, accept, url: currentUrl.replace('https://console.test', '') };
  };
  return { readChoiceAt, memory, stored: storedValues };
}

it('stores overrides for the tab and removes only them from the URL', () => {
  const { readChoiceAt } = createTab();
  const firstVisit = readChoiceAt('/images?override=annotate@1.2.0&page=2&override=training@http://localhost:3101#top');
  expect(firstVisit).toMatchObject({
    overrides: ['annotate 1.2.0'],
    toConfirm: [{ name: 'training', source: 'http://localhost:3101' }],
    url: '/images?page=2#top',
  });
  // An override that points to another server is not used until the user confirms the override.
  expect(readChoiceAt('/jobs').overrides).toEqual(['annotate 1.2.0']);
  firstVisit.accept();
  expect(readChoiceAt('/jobs?override=training@http://localhost:3101').toConfirm).toEqual([]);
  expect(readChoiceAt('/jobs')).toMatchObject({ overrides: ['annotate 1.2.0', 'training http://localhost:3101'], url: '/jobs' });
});

it('a new override is added to the stored ones, and an empty override removes all', () => {
  const { readChoiceAt } = createTab();
  readChoiceAt('/?override=annotate@1.2.0&override=training@2.0.0');
  expect(readChoiceAt('/?override=annotate@1.3.0').overrides).toEqual(['annotate 1.3.0', 'training 2.0.0']);
  expect(readChoiceAt('/?override=')).toMatchObject({ overrides: [], url: '/' });
  expect(readChoiceAt('/').overrides).toEqual([]);
});

it('the tab does not store invalid overrides', () => {
  const { readChoiceAt } = createTab();
  expect(readChoiceAt('/?override=annotate@https://example.com')).toMatchObject({
    overrides: [],
    refused: ['annotate@https://example.com'],
    url: '/',
  });
  expect(readChoiceAt('/').refused).toEqual([]);
});

it('disables remotes for the tab until they are enabled again', () => {
  const { readChoiceAt, memory } = createTab();
  expect(readChoiceAt('/images?disable-remotes=annotate,training')).toMatchObject({
    disabled: ['annotate', 'training'],
    url: '/images',
  });
  expect(readChoiceAt('/').disabled).toEqual(['annotate', 'training']);
  expect(readChoiceAt('/?disable-remotes=all').disabled).toEqual(['all']);
  deleteChoice(memory, 'disabled');
  expect(readChoiceAt('/').disabled).toEqual([]);
  readChoiceAt('/?disable-remotes=all');
  expect(readChoiceAt('/?disable-remotes=').disabled).toEqual([]);
});

it('does not change a URL without override or disable-remotes parameters', () => {
  const { readChoiceAt, stored } = createTab();
  expect(readChoiceAt('/images?q=a%20b').url).toBe('/images?q=a%20b');
  expect(stored.size).toBe(0);
});

it('overrides work with corrupt or missing storage', () => {
  const { readChoiceAt, stored: storedValues } = createTab();
  storedValues.set('console.overrides', '{"broken');
  storedValues.set('console.disabled-remotes', '5');
  expect(readChoiceAt('/')).toMatchObject({ overrides: [], disabled: [] });
  const throwDenied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const memory = { getItem: throwDenied, setItem: throwDenied, removeItem: throwDenied };
  const location = { href: 'https://console.test/?override=annotate@1.2.0' };
  expect(readTabChoice({ location, history: { state: null, replaceState: () => undefined }, memory }).overrides).toHaveLength(1);
});

it('isDisabled is true for a listed remote, and for every remote with the name all', () => {
  expect(isDisabled({ disabled: ['annotate'] }, 'annotate')).toBe(true);
  expect(isDisabled({ disabled: ['annotate'] }, 'training')).toBe(false);
  expect(isDisabled({ disabled: ['all'] }, 'training')).toBe(true);
});

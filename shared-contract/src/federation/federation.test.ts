import { getContainerName, Manifest, toPublicRegistry, Registry, resolveRegistry, withCanary, type HostOffer } from '.';

const integrity = `sha384-${'A'.repeat(64)}`;
const offer: HostOffer = { contract: '1.2.0', shared: { react: '19.3.1' } };

function createManifest(overrides: Record<string, unknown> = {}) {
  return {
    name: 'annotate',
    version: '1.0.0',
    contract: '^1.0.0',
    title: 'Images',
    routes: [{ path: '/image/:id', title: 'Image', resources: [], component: './image#ImagePage' }],
    ...overrides,
  };
}
function createRelease(overrides: Record<string, unknown> = {}) {
  return {
    entry: '/remotes/annotate/1.0.0/entry.js',
    integrity,
    manifest: createManifest(overrides),
    publishedAt: '2025-01-02T03:04:05.000Z',
  };
}
function createRegistry(remotes: Record<string, unknown>) {
  return { schema: 1, revision: 7, generatedAt: '2025-01-02T03:04:05.000Z', remotes };
}

describe('Manifest', () => {
  it('fills in defaults of omitted fields', () => {
    const parsedManifest = Manifest.parse(createManifest());
    expect(parsedManifest.widgets).toEqual([]);
    expect(parsedManifest.routes[0]?.nav).toBeUndefined();
  });

  it('accepts first requests, including those with a path parameter', () => {
    const firstRequests = [{ call: 'GET /product/v2/product/', query: { page: 1 } }, { call: 'GET /product/v2/product/{id}/' }];
    const parsedManifest = Manifest.parse(createManifest({ routes: [{ ...createManifest().routes[0], firstRequests }] }));
    expect(parsedManifest.routes[0]?.firstRequests).toEqual(firstRequests);
  });

  it('accepts unknown fields of later contracts', () => {
    expect(Manifest.safeParse(createManifest({ unknownField: true })).success).toBe(true);
  });

  it.each([
    ['a path without a slash', { routes: [{ path: 'images', title: 'Images', component: './images#Images' }] }],
    ["the dashboard's path", { routes: [{ path: '/', title: 'Page', component: './images#Images' }] }],
    ['a path under the API', { routes: [{ path: '/api/images', title: 'Page', component: './images#Images' }] }],
    ['a component without an export', { routes: [{ path: '/images', title: 'Images', component: './images' }] }],
    ['a row without an id', { routes: [{ ...createManifest().routes[0], row: '/product/v2/product/' }] }],
    [
      'a row on a page without an id',
      { routes: [{ ...createManifest().routes[0], path: '/images', row: '/product/v2/product/{id}/' }] },
    ],
    [
      'a first request that writes',
      { routes: [{ ...createManifest().routes[0], firstRequests: [{ call: 'POST /product/v2/product/' }] }] },
    ],
    [
      'a first request with a parameter that is not in the path',
      { routes: [{ ...createManifest().routes[0], firstRequests: [{ call: 'GET /product/v2/product/{product}/' }] }] },
    ],
    ['an invalid parent page', { routes: [{ ...createManifest().routes[0], under: 'images' }] }],
    ['the same path twice', { routes: [createManifest().routes[0], createManifest().routes[0]] }],
    ['an invalid contract range', { contract: 'one' }],
    ['an invalid version', { version: '1.0' }],
    ['a widget without a version', { widgets: [{ id: 'image-browser', component: './images#Images' }] }],
  ])('refuses %s', (_title, overrides) => {
    expect(Manifest.safeParse(createManifest(overrides)).success).toBe(false);
  });
});

describe('Registry', () => {
  it('refuses an active version that is not published', () => {
    expect(
      Registry.safeParse(createRegistry({ annotate: { active: '2.0.0', versions: { '1.0.0': createRelease() } } })).success,
    ).toBe(false);
  });

  it('offers browsers only the active and the previous version', () => {
    const versions = Object.fromEntries(['1.0.0', '1.1.0', '1.2.0'].map((version) => [version, createRelease({ version })]));
    const fullRegistry = Registry.parse(createRegistry({ annotate: { active: '1.2.0', previous: '1.0.0', versions } }));
    expect(Object.keys(toPublicRegistry(fullRegistry).remotes.annotate?.versions ?? {})).toEqual(['1.0.0', '1.2.0']);
  });

  it('offers a remote without an active version only to its canary users', () => {
    const versions = { '1.0.0': createRelease() };
    const registryWithCanary = withCanary(
      Registry.parse(createRegistry({ annotate: { versions } })),
      'annotate',
      { version: '1.0.0', share: 10, workspaces: [] },
      new Date(),
    );
    expect(toPublicRegistry(registryWithCanary).remotes).toEqual({});
    const canaryRegistry = toPublicRegistry(registryWithCanary, () => true);
    expect(resolveRegistry(canaryRegistry, offer)).toMatchObject({ ok: true, remotes: [{ version: '1.0.0' }], faults: [] });
  });

  it('marks a canary for its users without revealing the others', () => {
    const versions = { '1.0.0': createRelease(), '1.1.0': createRelease({ version: '1.1.0' }) };
    const canary = { version: '1.1.0', share: 10, workspaces: ['w1'] };
    const fullRegistry = Registry.parse(createRegistry({ annotate: { active: '1.0.0', canary, versions } }));
    const canaryRegistry = toPublicRegistry(fullRegistry, () => true);
    expect(JSON.stringify(canaryRegistry)).not.toContain('w1');
    expect(resolveRegistry(canaryRegistry, offer)).toMatchObject({ remotes: [{ version: '1.1.0', isCanary: true }] });
    expect(resolveRegistry(toPublicRegistry(fullRegistry), offer)).not.toMatchObject({ remotes: [{ isCanary: true }] });
  });
});

describe('resolveRegistry', () => {
  it('selects the active version', () => {
    const resolvedRegistry = resolveRegistry(
      createRegistry({ annotate: { active: '1.0.0', versions: { '1.0.0': createRelease() } } }),
      offer,
    );
    expect(resolvedRegistry).toMatchObject({
      ok: true,
      revision: 7,
      remotes: [{ name: 'annotate', version: '1.0.0' }],
      faults: [],
    });
  });

  it('reports an invalid manifest and resolves the other remotes', () => {
    const resolvedRegistry = resolveRegistry(
      createRegistry({
        annotate: { active: '1.0.0', versions: { '1.0.0': { ...createRelease(), manifest: { name: 5 } } } },
        training: { active: '1.0.0', versions: { '1.0.0': createRelease({ name: 'training' }) } },
        similarity: 'not a release',
      }),
      offer,
    );
    expect(resolvedRegistry).toMatchObject({
      ok: true,
      remotes: [{ name: 'training' }],
      faults: [
        { kind: 'manifest', remote: 'annotate', version: '1.0.0' },
        { kind: 'manifest', remote: 'similarity' },
      ],
    });
  });

  it.each([
    ['contract', { contract: '^2.0.0' }],
    ['shared package', { shared: { react: '^20.0.0' } }],
  ])('falls back to the previous version if the %s range is not satisfied', (_title, overrides) => {
    const resolvedRegistry = resolveRegistry(
      createRegistry({
        annotate: {
          active: '2.0.0',
          previous: '1.0.0',
          versions: { '2.0.0': createRelease({ version: '2.0.0', ...overrides }), '1.0.0': createRelease() },
        },
      }),
      offer,
    );
    expect(resolvedRegistry).toMatchObject({
      ok: true,
      remotes: [{ version: '1.0.0' }],
      faults: [{ kind: 'contract', version: '2.0.0' }],
    });
  });

  it('marks a remote as blocked if none of its versions can run', () => {
    const resolvedRegistry = resolveRegistry(
      createRegistry({
        annotate: { active: '2.0.0', versions: { '2.0.0': createRelease({ version: '2.0.0', contract: '^2.0.0' }) } },
      }),
      offer,
    );
    expect(resolvedRegistry).toMatchObject({ ok: true, remotes: [{ version: '2.0.0', blocked: { kind: 'contract' } }] });
  });

  it.each([undefined, null, '<!doctype html>', { schema: 2, revision: 1, remotes: {} }])(
    'rejects the invalid registry %p',
    (document) => {
      expect(resolveRegistry(document, offer).ok).toBe(false);
    },
  );
});

it('getContainerName includes the version', () => {
  expect(getContainerName('annotate', '1.0.0-local.ab12')).toBe('console_annotate_1_0_0_local_ab12');
});

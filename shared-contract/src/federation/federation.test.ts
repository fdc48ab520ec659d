import { getContainerName, Manifest, toPublicRegistry, Registry, resolveRegistry, withCanary, type HostOffer } from '.';

const integrity = `sha384-${'A'.repeat(64)}`;
const offer: HostOffer = { contract: '1.2.0', shared: { react: '19.3.1' } };

function manifest(overrides: Record<string, unknown> = {}) {
  return {
    name: 'annotate',
    version: '1.0.0',
    contract: '^1.0.0',
    title: 'Images',
    routes: [{ path: '/image/:id', title: 'Image', resources: [], component: './image#ImagePage' }],
    ...overrides,
  };
}
function release(overrides: Record<string, unknown> = {}) {
  return {
    entry: '/remotes/annotate/1.0.0/entry.js',
    integrity,
    manifest: manifest(overrides),
    publishedAt: '2025-01-02T03:04:05.000Z',
  };
}
function registry(remotes: Record<string, unknown>) {
  return { schema: 1, revision: 7, generatedAt: '2025-01-02T03:04:05.000Z', remotes };
}

describe('Manifest', () => {
  it('fills in defaults of omitted fields', () => {
    const parsed = Manifest.parse(manifest());
    expect(parsed.widgets).toEqual([]);
    expect(parsed.routes[0]?.nav).toBeUndefined();
  });

  it('accepts unknown fields of later contracts', () => {
    expect(Manifest.safeParse(manifest({ later: true })).success).toBe(true);
  });

  it.each([
    ['a path without a slash', { routes: [{ path: 'images', title: 'Images', component: './images#Images' }] }],
    ["the dashboard's path", { routes: [{ path: '/', title: 'Mine', component: './images#Images' }] }],
    ['a path under the API', { routes: [{ path: '/api/images', title: 'Mine', component: './images#Images' }] }],
    ['a component without an export', { routes: [{ path: '/images', title: 'Images', component: './images' }] }],
    ['a row without an id', { routes: [{ ...manifest().routes[0], row: '/product/v2/product/' }] }],
    [
      'a row on a page without an id',
      { routes: [{ ...manifest().routes[0], path: '/images', row: '/product/v2/product/{id}/' }] },
    ],
    ['an invalid parent page', { routes: [{ ...manifest().routes[0], under: 'images' }] }],
    ['the same path twice', { routes: [manifest().routes[0], manifest().routes[0]] }],
    ['an invalid contract range', { contract: 'one' }],
    ['an invalid version', { version: '1.0' }],
    ['a widget without a version', { widgets: [{ id: 'image-browser', component: './images#Images' }] }],
  ])('refuses %s', (_case, overrides) => {
    expect(Manifest.safeParse(manifest(overrides)).success).toBe(false);
  });
});

describe('Registry', () => {
  it('refuses an active version that is not published', () => {
    expect(Registry.safeParse(registry({ annotate: { active: '2.0.0', versions: { '1.0.0': release() } } })).success).toBe(false);
  });

  it('offers browsers only the active and the previous version', () => {
    const versions = Object.fromEntries(['1.0.0', '1.1.0', '1.2.0'].map((version) => [version, release({ version })]));
    const full = Registry.parse(registry({ annotate: { active: '1.2.0', previous: '1.0.0', versions } }));
    expect(Object.keys(toPublicRegistry(full).remotes.annotate?.versions ?? {})).toEqual(['1.0.0', '1.2.0']);
  });

  it('offers a remote that was never live only to its canary users', () => {
    const versions = { '1.0.0': release() };
    const first = withCanary(
      Registry.parse(registry({ annotate: { versions } })),
      'annotate',
      { version: '1.0.0', share: 10, workspaces: [] },
      new Date(),
    );
    expect(toPublicRegistry(first).remotes).toEqual({});
    const offered = toPublicRegistry(first, () => true);
    expect(resolveRegistry(offered, offer)).toMatchObject({ ok: true, remotes: [{ version: '1.0.0' }], faults: [] });
  });

  it('marks a canary for its users without revealing the others', () => {
    const versions = { '1.0.0': release(), '1.1.0': release({ version: '1.1.0' }) };
    const canary = { version: '1.1.0', share: 10, workspaces: ['w1'] };
    const full = Registry.parse(registry({ annotate: { active: '1.0.0', canary, versions } }));
    const canaryRegistry = toPublicRegistry(full, () => true);
    expect(JSON.stringify(canaryRegistry)).not.toContain('w1');
    expect(resolveRegistry(canaryRegistry, offer)).toMatchObject({ remotes: [{ version: '1.1.0', isCanary: true }] });
    expect(resolveRegistry(toPublicRegistry(full), offer)).not.toMatchObject({ remotes: [{ isCanary: true }] });
  });
});

describe('resolveRegistry', () => {
  it('selects the active version', () => {
    const read = resolveRegistry(registry({ annotate: { active: '1.0.0', versions: { '1.0.0': release() } } }), offer);
    expect(read).toMatchObject({ ok: true, revision: 7, remotes: [{ name: 'annotate', version: '1.0.0' }], faults: [] });
  });

  it('reports an invalid manifest and resolves the other remotes', () => {
    const read = resolveRegistry(
      registry({
        annotate: { active: '1.0.0', versions: { '1.0.0': { ...release(), manifest: { name: 5 } } } },
        training: { active: '1.0.0', versions: { '1.0.0': release({ name: 'training' }) } },
        similarity: 'not a release',
      }),
      offer,
    );
    expect(read).toMatchObject({
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
  ])('falls back to the previous version if the %s range is not satisfied', (_case, overrides) => {
    const read = resolveRegistry(
      registry({
        annotate: {
          active: '2.0.0',
          previous: '1.0.0',
          versions: { '2.0.0': release({ version: '2.0.0', ...overrides }), '1.0.0': release() },
        },
      }),
      offer,
    );
    expect(read).toMatchObject({ ok: true, remotes: [{ version: '1.0.0' }], faults: [{ kind: 'contract', version: '2.0.0' }] });
  });

  it('marks a remote as blocked if none of its versions can run', () => {
    const read = resolveRegistry(
      registry({ annotate: { active: '2.0.0', versions: { '2.0.0': release({ version: '2.0.0', contract: '^2.0.0' }) } } }),
      offer,
    );
    expect(read).toMatchObject({ ok: true, remotes: [{ version: '2.0.0', blocked: { kind: 'contract' } }] });
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

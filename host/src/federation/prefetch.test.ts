import { remote } from './testing/fake-remotes';
import { federationOf } from './testing/federation-harness';

const component = './images#ImagesPage';
const page = (path: string, resources: string[]) => {
  const nav = { label: path, order: 10, icon: 'images' };
  return { path, title: path, resources, component, nav };
};
const registry = {
  ok: true,
  remotes: [
    remote('annotate', { routes: [page('/images', [])] }),
    remote('training', { routes: [page('/jobs', ['annotate']), page('/detection', ['detection'])] }),
    remote('similarity', { routes: [page('/groups', ['similarity'])] }),
    remote('catalogue', {
      routes: [page('/products', ['products']), { path: '/manage', title: 'Manage', resources: [], component }],
    }),
  ],
  faults: [],
};
const urlOf = (name: string) => `http://localhost/remotes/${name}/1.0.0/entry.js`;

it("prefetches only the entries of remotes in the workspace's sidebar", async () => {
  const fetched: string[] = [];
  const prefetchFile = async (url: string) => void fetched.push(url);
  const federation = federationOf({}, { registries: [registry], services: ['annotate'], prefetchFile });
  await federation.refresh();
  federation.prefetchEntries();
  expect(fetched).toEqual([urlOf('annotate'), urlOf('training')]);
});

it('prefetches nothing of a page that the workspace may not open', async () => {
  const entry = jest.fn(async () => Promise.reject(new Error('not asked for')));
  const federation = federationOf({}, { registries: [registry], services: ['annotate'], entries: [entry] });
  await federation.refresh();
  federation.prefetch('/groups');
  federation.prefetch('/detection');
  federation.prefetch('/no-such-page');
  expect(entry).not.toHaveBeenCalled();
  federation.prefetch('/jobs');
  expect(entry).toHaveBeenCalledTimes(1);
});

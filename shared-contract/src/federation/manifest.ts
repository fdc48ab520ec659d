import validVersion from 'semver/functions/valid.js';
import validRange from 'semver/ranges/valid.js';
// Use zod/mini, which adds 7 kB (brotli) instead of 23 kB. The size matters, because these schemas run in the browser before any
// micro-frontend is loaded.
import * as z from 'zod/mini';
import type { ApiCalls, CallQuery } from '../api';
import { PERMISSIONS } from '../roles';

/** `./expose#export`: an exposed module of the remote's container and the name of the component that it exports. */
export const ComponentRef = z
  .string()
  .check(z.regex(/^\.\/[a-z0-9][a-z0-9/-]*#[A-Za-z_$][\w$]*$/, 'must be like ./expose#Export'));
export const RemoteName = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,30}$/, 'must be lowercase letters, digits and hyphens'));
export const SemVer = z.string().check(z.refine((text) => validVersion(text) === text, 'must be a semantic version'));
const Text = z.string().check(z.minLength(1));
export const SemVerRange = Text.check(z.refine((text) => validRange(text) !== null, 'must be a semver range'));

const RESERVED_PATH = /^\/(login|api|remotes|assets|settings|profile|invitation|new-password|forgot-password)?(\/|$)/;
/** A path pattern of react-router. Paths that match `RESERVED_PATH` belong to the host. */
export const RoutePath = z.string().check(
  z.regex(/^(\/(:?[a-zA-Z][a-zA-Z0-9-]*))+$/, 'must be like /image/:id'),
  z.refine((path) => !RESERVED_PATH.test(path), "is one of the host's own paths"),
);
/** Path of an API call that returns one row, as written in the API contract. */
const RowCall = z.string().check(z.regex(/^(\/[a-z0-9-]+)+\/\{id\}\/?$/, 'must be like /product/v2/product/{id}/'));
/** Path of an API call that returns a list of rows and accepts `find`, as written in the API contract. */
const ListCall = z.string().check(z.regex(/^(\/[a-z0-9-]+)+\/?$/, 'must be like /product/v2/product/'));
/** Name of an API call that reads data, as written in the API contract. */
const ReadCall = z.string().check(z.regex(/^GET (\/([a-z0-9-]+|\{[a-zA-Z]+\}))+\/?$/, 'must be like GET /product/v2/product/'));
const ManifestFirstRequest = z.object({
  call: ReadCall,
  query: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
});
const EntryId = z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, 'must be lowercase letters, digits and hyphens'));
/** Slugs of services. The workspace must have at least one of these services. With an empty list, no service is necessary. */
const Resources = z._default(z.array(Text), []);

export const ManifestRoute = z
  .object({
    path: RoutePath,
    title: Text,
    resources: Resources,
    component: ComponentRef,
    /** Permission that the user's role must include. Otherwise the navigation does not show the page, and its URL shows the reason. */
    permission: z.optional(z.enum(PERMISSIONS)),
    /** Entry in the sidebar, sorted by ascending `order`. The host replaces an unknown icon with a default icon. */
    nav: z.optional(z.object({ label: Text, order: z.number(), icon: Text })),
    /** Icon of a page without an entry in the sidebar, with the same names as in `nav`. */
    icon: z.optional(Text),
    /** Path of the page whose sidebar entry is highlighted while this page is open. The path may belong to another remote. */
    under: z.optional(RoutePath),
    /**
     * API path that returns the row with the page's `:id`, including the fields `id` and `workspace`. If the active workspace cannot open a
     * link, the host calls this path to find the right workspace. The host also uses this path to find the page for an id that the user
     * pastes.
     */
    row: z.optional(RowCall),
    /**
     * List that the command palette searches by text. `list` is an API path that accepts the parameter `find`. `detail` is the name of a text
     * field that the palette shows next to the `name` of each row.
     */
    find: z.optional(z.object({ list: ListCall, detail: z.optional(Text) })),
    /**
     * The requests that the first render of the page sends at its path without query parameters. The host sends them while it loads
     * the code of the page. A call takes the parameter `{id}` from `:id` of the path. The client adds the workspace.
     */
    firstRequests: z.optional(z.array(ManifestFirstRequest)),
  })
  .check(
    z.refine((route) => !(route.row || route.find) || route.path.endsWith('/:id'), 'a page of a row has a path like /image/:id'),
    z.refine(
      ({ path, firstRequests = [] }) =>
        firstRequests.every(({ call }) => (call.match(/\w+(?=\})/g) ?? []).every((name) => path.split('/').includes(`:${name}`))),
      'a parameter of a first request is not in the path of the page',
    ),
  );
export const ManifestCard = z.object({
  id: EntryId,
  /** Name that is shown while the card loads or if it fails to load. Default: the title of the remote. */
  title: z.optional(Text),
  resources: Resources,
  order: z.number(),
  component: ComponentRef,
});
export const ManifestWidget = z.object({ id: EntryId, version: SemVer, component: ComponentRef });
/** Work that runs without a page. `start` is a function without arguments that is called once after sign-in. */
export const ManifestBackground = z.object({ resources: Resources, start: ComponentRef });
export const ManifestNeed = z.object({ id: EntryId, range: SemVerRange });

function isUnique(values: string[]): boolean {
  return new Set(values).size === values.length;
}

/** The declarations of a remote. They are plain data, so that the host can show navigation and check access before it loads code. */
export const Manifest = z.object({
  name: RemoteName,
  version: SemVer,
  /** Range of `CONTRACT_VERSION` that the remote supports. */
  contract: SemVerRange,
  /** Name of the remote in messages, as in "Images and annotation could not be loaded". */
  title: Text,
  routes: z._default(
    z
      .array(ManifestRoute)
      .check(z.refine((routes) => isUnique(routes.map((route) => route.path)), 'two routes have the same path')),
    [],
  ),
  cards: z._default(
    z.array(ManifestCard).check(z.refine((cards) => isUnique(cards.map((card) => card.id)), 'two cards have the same id')),
    [],
  ),
  widgets: z._default(
    z
      .array(ManifestWidget)
      .check(z.refine((widgets) => isUnique(widgets.map((widget) => widget.id)), 'two widgets have the same id')),
    [],
  ),
  background: z.optional(ManifestBackground),
  needs: z._default(z.array(ManifestNeed), []),
  /** Whether every page calls `reportReady` of the host services. Otherwise, a page counts as ready when it is displayed. */
  reportsReady: z.optional(z.boolean()),
  /** Ranges of the shared packages that the remote was built with. The build writes them. */
  shared: z._default(z.record(z.string(), SemVerRange), {}),
});

export type Manifest = z.output<typeof Manifest>;
type ReadCallKey = keyof ApiCalls & `GET ${string}`;
type FirstRequestSource = { [K in ReadCallKey]: { call: K; query?: CallQuery<ApiCalls[K]> } }[ReadCallKey];
type RouteSource = Omit<z.input<typeof ManifestRoute>, 'firstRequests'> & { firstRequests?: FirstRequestSource[] };
/** Content of `remote.manifest.ts`. The build adds the version and the ranges of the shared packages. */
export type ManifestSource = Omit<z.input<typeof Manifest>, 'version' | 'shared' | 'routes'> & { routes?: RouteSource[] };
export type ManifestRoute = z.output<typeof ManifestRoute>;
export type ManifestFirstRequest = z.output<typeof ManifestFirstRequest>;
export type ManifestCard = z.output<typeof ManifestCard>;
export type ManifestWidget = z.output<typeof ManifestWidget>;

/** Parses a manifest. `message` has one line per problem. */
export function checkManifest(value: unknown): { ok: true; manifest: Manifest } | { ok: false; message: string } {
  const parsedManifest = Manifest.safeParse(value);
  return parsedManifest.success
    ? { ok: true, manifest: parsedManifest.data }
    : { ok: false, message: z.prettifyError(parsedManifest.error) };
}

import validVersion from 'semver/functions/valid.js';
import validRange from 'semver/ranges/valid.js';
// The small form of zod, for these schemas run in the browser before any remote is known: 7 kB (brotli) in place of 23.
import * as z from 'zod/mini';

/** `./expose#export`: the module of the remote's container, and the component in it. */
export const ComponentRef = z
  .string()
  .check(z.regex(/^\.\/[a-z0-9][a-z0-9/-]*#[A-Za-z_$][\w$]*$/, 'must be like ./expose#Export'));
export const RemoteName = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,30}$/, 'must be lowercase letters, digits and hyphens'));
export const SemVer = z.string().check(z.refine((text) => validVersion(text) === text, 'must be a semantic version'));
const Text = z.string().check(z.minLength(1));
export const SemVerRange = Text.check(z.refine((text) => validRange(text) !== null, 'must be a semver range'));

const RESERVED = /^\/(login|api|remotes|assets)?(\/|$)/;
/** As react-router reads it. The host keeps /, /login, /api and /remotes for itself. */
export const RoutePath = z.string().check(
  z.regex(/^(\/(:?[a-zA-Z][a-zA-Z0-9-]*))+$/, 'must be like /image/:id'),
  z.refine((path) => !RESERVED.test(path), "is one of the host's own paths"),
);
/** As the API's contract writes it. */
const RowCall = z.string().check(z.regex(/^(\/[a-z0-9-]+)+\/\{id\}\/?$/, 'must be like /product/v2/product/{id}/'));
const PartId = z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, 'must be lowercase letters, digits and hyphens'));
/** Service slugs, any of which opens the part; empty: open to every member of the workspace. */
const Resources = z._default(z.array(Text), []);

export const ManifestRoute = z
  .object({
    path: RoutePath,
    title: Text,
    resources: Resources,
    component: ComponentRef,
    /** An entry in the sidebar; lower orders stand higher. An icon the host does not know is drawn as a plain one. */
    nav: z.optional(z.object({ label: Text, order: z.number(), icon: Text })),
    /** The page of the sidebar that this one belongs to, whichever remote owns it: its entry is marked while this page is open. */
    under: z.optional(RoutePath),
    /**
     * Where the API answers the row that the page's `:id` names, with its `id` and `workspace`. By it the host finds the
     * workspace of a link whose page the active workspace does not open, and the page of an id that a person pastes.
     */
    row: z.optional(RowCall),
  })
  .check(z.refine((route) => !route.row || route.path.endsWith('/:id'), 'a page of a row has a path like /image/:id'));
export const ManifestCard = z.object({
  id: PartId,
  /** What a person calls it while it loads or where it cannot be loaded; without it, the remote's title. */
  title: z.optional(Text),
  resources: Resources,
  order: z.number(),
  component: ComponentRef,
});
export const ManifestWidget = z.object({ id: PartId, version: SemVer, component: ComponentRef });
/** Work that goes on without a page: `start` is a function without arguments, called once after the sign-in. */
export const ManifestBackground = z.object({ resources: Resources, start: ComponentRef });
export const ManifestNeed = z.object({ id: PartId, range: SemVerRange });

function distinct(values: string[]): boolean {
  return new Set(values).size === values.length;
}

/** What a remote declares: data, so that the host can draw and gate everything before it loads any code. */
export const Manifest = z.object({
  name: RemoteName,
  version: SemVer,
  /** Range of `CONTRACT_VERSION` that the remote was written for. */
  contract: SemVerRange,
  /** What a person calls this part of the console, as in "Images and annotation could not be loaded". */
  title: Text,
  routes: z._default(
    z
      .array(ManifestRoute)
      .check(z.refine((routes) => distinct(routes.map((route) => route.path)), 'two routes have the same path')),
    [],
  ),
  cards: z._default(
    z.array(ManifestCard).check(z.refine((cards) => distinct(cards.map((card) => card.id)), 'two cards have the same id')),
    [],
  ),
  widgets: z._default(
    z
      .array(ManifestWidget)
      .check(z.refine((widgets) => distinct(widgets.map((widget) => widget.id)), 'two widgets have the same id')),
    [],
  ),
  background: z.optional(ManifestBackground),
  needs: z._default(z.array(ManifestNeed), []),
  /** Ranges of the shared packages that the build was made against; written by the build. */
  shared: z._default(z.record(z.string(), SemVerRange), {}),
});

export type Manifest = z.output<typeof Manifest>;
/** What `remote.manifest.ts` writes; the build fills in version and shared ranges. */
export type ManifestSource = Omit<z.input<typeof Manifest>, 'version' | 'shared'>;
export type ManifestRoute = z.output<typeof ManifestRoute>;
export type ManifestCard = z.output<typeof ManifestCard>;
export type ManifestWidget = z.output<typeof ManifestWidget>;

/** Parses a manifest; `message` is one line a problem. */
export function checkManifest(value: unknown): { ok: true; manifest: Manifest } | { ok: false; message: string } {
  const parsed = Manifest.safeParse(value);
  return parsed.success ? { ok: true, manifest: parsed.data } : { ok: false, message: z.prettifyError(parsed.error) };
}

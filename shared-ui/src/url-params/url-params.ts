import type { Param } from './param';

export type Params = Readonly<Record<string, Param<unknown>>>;
/** The values of an address's parameters. */
export type ValuesOf<P extends Params> = { readonly [Name in keyof P]: P[Name] extends Param<infer Value> ? Value : never };
/** The parameters of an address that was declared. */
export type ParamsOf<A> = A extends UrlParams<infer P> ? P : never;
export type Patch<P extends Params> = Partial<ValuesOf<P>>;

/** What a list, or another part of a page, has in the address. Made once, outside of components. */
export interface UrlParams<P extends Params> {
  initial: ValuesOf<P>;
  /** What the query of an address says; whatever in it cannot be read counts as not said. */
  read: (query: URLSearchParams) => ValuesOf<P>;
  /** The query with these values in it, the shortest that `read` reads back; parameters of other parts stay as they are. */
  write: (patch: Patch<P>, query?: URLSearchParams) => URLSearchParams;
  /** The end of a link that opens the page so: `?type=…`, or nothing. */
  toLink: (patch: Patch<P>) => string;
  /** With the page back at the first, unless the patch is of the page alone. */
  change: (patch: Patch<P>) => Patch<P>;
  /** Everything at its start, but for what is named. */
  getCleared: (besides: readonly (keyof P)[]) => Patch<P>;
  /** Whether anything but pages, and what is named, is not at its start. */
  isNarrowed: (values: ValuesOf<P>, besides: readonly (keyof P)[]) => boolean;
  /** Whether all of the patch is typed letter by letter. */
  isTyped: (patch: Patch<P>) => boolean;
}

// Inside, a value is whatever its parameter takes; `ValuesOf` ties each to its type for the callers.
type Loose = Record<string, unknown>;

/**
 * Declares the parameters of a part of a page.
 * @param prefix tells two lists of one page apart: `defineAddress({ search: param.search() }, 'label-')` is `?label-search=`
 */
export function defineUrlParams<P extends Params>(params: P, prefix = ''): UrlParams<P> {
  const entries = Object.entries(params);
  const initial: Loose = Object.fromEntries(entries.map(([name, param]) => [name, param.initial]));
  const pages = Object.fromEntries(entries.filter(([, param]) => param.isPage).map(([name, param]) => [name, param.initial]));
  const isInitial = (param: Param<unknown>, value: unknown) =>
    value === undefined || param.write(value) === (param.initial === undefined ? '' : param.write(param.initial));

  const read = (query: URLSearchParams): Loose =>
    Object.fromEntries(
      entries.map(([name, param]) => {
        const text = query.get(prefix + (param.urlName ?? name));
        return [name, (text === null ? undefined : param.read(text)) ?? param.initial];
      }),
    );
  const write = (patch: Loose, query = new URLSearchParams()) => {
    const next = new URLSearchParams(query);
    for (const [name, param] of entries) {
      if (!(name in patch)) continue;
      const key = prefix + (param.urlName ?? name);
      if (isInitial(param, patch[name])) next.delete(key);
      else next.set(key, param.write(patch[name]));
    }
    return next;
  };
  const address = {
    initial,
    read,
    write,
    link: (patch: Loose) => {
      const query = write(patch).toString();
      return query && `?${query}`;
    },
    change: (patch: Loose) => (Object.keys(patch).every((name) => name in pages) ? patch : { ...pages, ...patch }),
    cleared: (besides: readonly PropertyKey[]) =>
      Object.fromEntries(Object.entries(initial).filter(([name]) => !besides.includes(name))),
    isNarrowed: (values: Loose, besides: readonly PropertyKey[]) =>
      entries.some(([name, param]) => !param.isPage && !besides.includes(name) && !isInitial(param, values[name])),
    isTyped: (patch: Loose) => Object.keys(patch).every((name) => params[name]?.typed === true),
  };
  return address as unknown as UrlParams<P>;
}

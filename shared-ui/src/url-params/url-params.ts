import type { Param } from './param';

export type Params = Readonly<Record<string, Param<unknown>>>;
/** The values of URL parameters by name. */
export type ValuesOf<P extends Params> = { readonly [Name in keyof P]: P[Name] extends Param<infer Value> ? Value : never };
/** The parameter definitions of a `UrlParams` type. */
export type ParamsOf<A> = A extends UrlParams<infer P> ? P : never;
export type Patch<P extends Params> = Partial<ValuesOf<P>>;

/** Reads and writes the URL parameters of a list or another part of a page. Create it once, outside of components. */
export interface UrlParams<P extends Params> {
  initial: ValuesOf<P>;
  /** Reads the values from a query. Missing and invalid parameters get their initial values. */
  read: (query: URLSearchParams) => ValuesOf<P>;
  /** Returns `query` with these values. Omits initial values and retains other parameters of the query. */
  write: (patch: Patch<P>, query?: URLSearchParams) => URLSearchParams;
  /** Returns the query string of a link with these values: `?type=…`, or an empty string. */
  toLink: (patch: Patch<P>) => string;
  /** Adds the first page to the patch, unless the patch changes only the page. */
  change: (patch: Patch<P>) => Patch<P>;
  /** Returns a patch that resets all parameters to their initial values, except those in `except`. */
  getCleared: (except: readonly (keyof P)[]) => Patch<P>;
  /** Whether any parameter differs from its initial value. Page numbers and the parameters in `except` do not count. */
  isNarrowed: (values: ValuesOf<P>, except: readonly (keyof P)[]) => boolean;
  /** Whether the patch contains only parameters that the user types. */
  isTyped: (patch: Patch<P>) => boolean;
}

// Values are untyped in this module. For callers, `ValuesOf` defines the type of each parameter.
type UntypedValues = Record<string, unknown>;

/**
 * Defines the URL parameters of a part of a page.
 *
 * @param prefix distinguishes the parameters of several lists on one page: `defineUrlParams({ search: param.search() }, 'label-')` uses
 * `?label-search=`
 */
export function defineUrlParams<P extends Params>(params: P, prefix = ''): UrlParams<P> {
  const entries = Object.entries(params);
  const initial: UntypedValues = Object.fromEntries(entries.map(([name, param]) => [name, param.initial]));
  const pages = Object.fromEntries(entries.filter(([, param]) => param.isPage).map(([name, param]) => [name, param.initial]));
  const isInitial = (param: Param<unknown>, value: unknown) =>
    value === undefined || param.write(value) === (param.initial === undefined ? '' : param.write(param.initial));

  const readValues = (query: URLSearchParams): UntypedValues =>
    Object.fromEntries(
      entries.map(([name, param]) => {
        const text = query.get(prefix + (param.urlName ?? name));
        return [name, (text === null ? undefined : param.read(text)) ?? param.initial];
      }),
    );
  const writeValues = (patch: UntypedValues, query = new URLSearchParams()) => {
    const newQuery = new URLSearchParams(query);
    for (const [name, param] of entries) {
      if (!(name in patch)) continue;
      const key = prefix + (param.urlName ?? name);
      if (isInitial(param, patch[name])) newQuery.delete(key);
      else newQuery.set(key, param.write(patch[name]));
    }
    return newQuery;
  };
  const urlParams = {
    initial,
    read: readValues,
    write: writeValues,
    toLink: (patch: UntypedValues) => {
      const query = writeValues(patch).toString();
      return query && `?${query}`;
    },
    change: (patch: UntypedValues) => (Object.keys(patch).every((name) => name in pages) ? patch : { ...pages, ...patch }),
    getCleared: (except: readonly PropertyKey[]) =>
      Object.fromEntries(Object.entries(initial).filter(([name]) => !except.includes(name))),
    isNarrowed: (values: UntypedValues, except: readonly PropertyKey[]) =>
      entries.some(([name, param]) => !param.isPage && !except.includes(name) && !isInitial(param, values[name])),
    isTyped: (patch: UntypedValues) => Object.keys(patch).every((name) => params[name]?.typed === true),
  };
  return urlParams as unknown as UrlParams<P>;
}

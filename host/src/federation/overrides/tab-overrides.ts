/** Replaces the active version of a remote in this tab with another version or with a development server. */
export interface Override {
  name: string;
  /** A published version, or the URL of a development server without a trailing slash. */
  source: string;
  /** URL of the `release.json` that describes the version. */
  releaseUrl: string;
  /** Whether this is a published version. Published files never change, so they have an integrity hash. */
  isPublished: boolean;
}

/** Overrides and disabled micro-frontends of a tab, set through query parameters. */
export interface TabChoice {
  overrides: readonly Override[];
  /** Invalid overrides, as written in the URL or the storage. */
  refused: readonly string[];
  /** Names of disabled remotes; `all` stands for every remote. */
  disabled: readonly string[];
}

const QUERY = { override: 'override', disabled: 'disable-remotes' } as const;
const STORAGE = { override: 'console.overrides', disabled: 'console.disabled-remotes' } as const;
export type ChoiceKind = keyof typeof STORAGE;

const NAME = /^[a-z][a-z0-9-]{1,30}$/;
/** The version becomes part of a path, so the pattern must not match a slash. */
const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
// The content security policy (`server/src/operations/console-site/security-policy.ts`) allows only these hosts.
const DEVELOPER_HOSTS = ['localhost', '127.0.0.1'];

function parseDeveloperUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, origin, pathname } = new URL(text);
  if (!/^https?:$/.test(protocol) || !DEVELOPER_HOSTS.includes(hostname)) return undefined;
  return (origin + pathname).replace(/\/+$/, '');
}

/** Reads `annotate@1.2.0` or `annotate@http://localhost:3100`; undefined if it is neither. */
export function parseOverride(text: string): Override | undefined {
  const separatorIndex = text.indexOf('@');
  const name = text.slice(0, Math.max(separatorIndex, 0));
  const source = text.slice(separatorIndex + 1);
  if (!NAME.test(name)) return undefined;
  if (VERSION.test(source)) return { name, source, releaseUrl: `/remotes/${name}/${source}/release.json`, isPublished: true };
  const url = parseDeveloperUrl(source);
  return url === undefined ? undefined : { name, source: url, releaseUrl: `${url}/release.json`, isPublished: false };
}

/** If a remote occurs twice, the later override applies. */
function parseOverrides(texts: readonly string[]): Pick<TabChoice, 'overrides' | 'refused'> {
  const parsedTexts = texts.filter((text) => text !== '').map((text) => ({ text, override: parseOverride(text) }));
  const overrides = new Map(parsedTexts.flatMap(({ override }) => (override ? [[override.name, override] as const] : [])));
  return {
    overrides: [...overrides.values()],
    refused: parsedTexts.flatMap(({ text, override }) => (override ? [] : [text])),
  };
}

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function readStoredTexts(storage: TabStorage, kind: ChoiceKind): string[] {
  try {
    const texts: unknown = JSON.parse(storage.getItem(STORAGE[kind]) ?? '[]');
    return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
  } catch {
    return [];
  }
}

function storeTexts(memory: TabStorage, kind: ChoiceKind, texts: readonly string[]): void {
  try {
    if (texts.length === 0) memory.removeItem(STORAGE[kind]);
    else memory.setItem(STORAGE[kind], JSON.stringify(texts));
  } catch {
    // If the storage is blocked, the choice applies to this page only.
  }
}

/** Removes the overrides or the disabled remotes from the tab's storage. This takes effect with the next page load. */
export function deleteChoice(memory: TabStorage, kind: ChoiceKind): void {
  storeTexts(memory, kind, []);
}

interface TabDeps {
  location: Pick<Location, 'href'>;
  history: Pick<History, 'state' | 'replaceState'>;
  memory: TabStorage;
}

export interface TabRequest extends TabChoice {
  /** Overrides in the URL that point to a server. The server's script would run with the user's rights, so the user must confirm them. */
  toConfirm: readonly Override[];
}

const toText = ({ name, source }: Override) => `${name}@${source}`;

/** Adds the overrides that the user has confirmed, for this page and later pages of the tab. */
export function acceptOverrides(
  memory: TabStorage,
  { toConfirm: _, ...choice }: TabRequest,
  acceptedOverrides: readonly Override[],
): TabChoice {
  const names = new Set(acceptedOverrides.map(({ name }) => name));
  const overrides = [...choice.overrides.filter(({ name }) => !names.has(name)), ...acceptedOverrides];
  storeTexts(memory, 'override', overrides.map(toText));
  return { ...choice, overrides };
}

/**
 * Reads the overrides and disabled remotes from the URL and from the tab's storage, and removes them from the URL. Overrides
 * in the URL are added to the stored ones. Overrides that point to a server must be confirmed first. An empty `?override=` removes
 * all overrides, an empty `?disable-remotes=` enables all remotes.
 */
export function readTabChoice({ location, history, memory }: TabDeps): TabRequest {
  const url = new URL(location.href);
  const overrideParams = url.searchParams.getAll(QUERY.override);
  const disabledParams = url.searchParams.getAll(QUERY.disabled);
  const storedTexts =
    overrideParams.length > 0 && overrideParams.every((text) => text === '') ? [] : readStoredTexts(memory, 'override');
  const needsNoConfirmation = (override: Override) => override.isPublished || storedTexts.includes(toText(override));
  const linkOverrides = parseOverrides(overrideParams);
  const toConfirm = linkOverrides.overrides.filter((override) => !needsNoConfirmation(override));
  const { overrides, refused: refusedTexts } = parseOverrides([
    ...storedTexts,
    ...linkOverrides.overrides.filter(needsNoConfirmation).map(toText),
    ...linkOverrides.refused,
  ]);
  const disabled =
    disabledParams.length === 0
      ? readStoredTexts(memory, 'disabled')
      : disabledParams.flatMap((names) => names.split(',')).filter((name) => name !== '');
  storeTexts(memory, 'override', overrides.map(toText));
  storeTexts(memory, 'disabled', disabled);
  if (overrideParams.length > 0 || disabledParams.length > 0) {
    url.searchParams.delete(QUERY.override);
    url.searchParams.delete(QUERY.disabled);
    history.replaceState(history.state, '', url);
  }
  return { overrides, refused: refusedTexts, disabled, toConfirm };
}

/** Whether the remote is disabled in this tab. */
export function isDisabled({ disabled }: Pick<TabChoice, 'disabled'>, name: string): boolean {
  return disabled.includes('all') || disabled.includes(name);
}

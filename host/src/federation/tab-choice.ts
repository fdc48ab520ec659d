/** A remote that this tab takes from elsewhere than the registry says. */
export interface Override {
  name: string;
  /** A published version, or the address of a development server without its last slash. */
  source: string;
  /** Where its `release.json` lies. */
  releaseUrl: string;
  /** Published files never change, so they have an integrity. */
  isPublished: boolean;
}

/** What a tab was told by its address. */
export interface TabChoice {
  overrides: readonly Override[];
  /** Overrides that cannot be used, as they were written. */
  refused: readonly string[];
  /** Names of the remotes that are switched off; `all` stands for every one. */
  disabled: readonly string[];
}

const QUERY = { override: 'override', disabled: 'disable-remotes' } as const;
const STORAGE = { override: 'console.overrides', disabled: 'console.disabled-remotes' } as const;
export type ChoiceKind = keyof typeof STORAGE;

const NAME = /^[a-z][a-z0-9-]{1,30}$/;
/** No slash in it: it becomes part of a path. */
const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
// The document's policy (`server/src/console/security-policy.ts`) lets the browser reach these and no others.
const DEVELOPER_HOSTS = ['localhost', '127.0.0.1'];

function developerAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, origin, pathname } = new URL(text);
  if (!/^https?:$/.test(protocol) || !DEVELOPER_HOSTS.includes(hostname)) return undefined;
  return (origin + pathname).replace(/\/+$/, '');
}

/** Reads `annotate@1.2.0` or `annotate@http://localhost:3100`; undefined when it is neither. */
export function parseOverride(text: string): Override | undefined {
  const at = text.indexOf('@');
  const name = text.slice(0, Math.max(at, 0));
  const source = text.slice(at + 1);
  if (!NAME.test(name)) return undefined;
  if (VERSION.test(source)) return { name, source, releaseUrl: `/remotes/${name}/${source}/release.json`, isPublished: true };
  const address = developerAddress(source);
  return address === undefined ? undefined : { name, source: address, releaseUrl: `${address}/release.json`, isPublished: false };
}

/** Of two for one remote the later one counts. */
function parseOverrides(texts: readonly string[]): Pick<TabChoice, 'overrides' | 'refused'> {
  const read = texts.filter((text) => text !== '').map((text) => ({ text, override: parseOverride(text) }));
  const overrides = new Map(read.flatMap(({ override }) => (override ? [[override.name, override] as const] : [])));
  return {
    overrides: [...overrides.values()],
    refused: read.flatMap(({ text, override }) => (override ? [] : [text])),
  };
}

type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function recall(memory: Memory, kind: ChoiceKind): string[] {
  try {
    const texts: unknown = JSON.parse(memory.getItem(STORAGE[kind]) ?? '[]');
    return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
  } catch {
    return [];
  }
}

function remember(memory: Memory, kind: ChoiceKind, texts: readonly string[]): void {
  try {
    if (texts.length === 0) memory.removeItem(STORAGE[kind]);
    else memory.setItem(STORAGE[kind], JSON.stringify(texts));
  } catch {
    // Without a storage the choice ends with the page.
  }
}

/** Takes the overrides, or the remotes that are switched off, out of the tab's memory; the next page has none. */
export function forgetChoice(memory: Memory, kind: ChoiceKind): void {
  remember(memory, kind, []);
}

export interface TabDeps {
  location: Pick<Location, 'href'>;
  history: Pick<History, 'state' | 'replaceState'>;
  memory: Memory;
}

export interface TabAsked extends TabChoice {
  /** Overrides of a link by an address: whose script would run with the person's rights is theirs to say first. */
  toConfirm: readonly Override[];
}

const written = ({ name, source }: Override) => `${name}@${source}`;

/** Adds overrides that the person has agreed to, for this page and the tab's next ones. */
export function acceptOverrides(memory: Memory, { toConfirm: _, ...choice }: TabAsked, accepted: readonly Override[]): TabChoice {
  const names = new Set(accepted.map(({ name }) => name));
  const overrides = [...choice.overrides.filter(({ name }) => !names.has(name)), ...accepted];
  remember(memory, 'override', overrides.map(written));
  return { ...choice, overrides };
}

/**
 * Reads what this tab was told by its address, now or earlier, and takes it out of the address bar. An address adds
 * overrides to those in force, those of a developer's machine once they are confirmed; an empty `?override=` ends them, an empty `?disable-remotes=` switches all on again.
 */
export function readTabChoice({ location, history, memory }: TabDeps): TabAsked {
  const url = new URL(location.href);
  const asked = url.searchParams.getAll(QUERY.override);
  const switched = url.searchParams.getAll(QUERY.disabled);
  const before = asked.length > 0 && asked.every((text) => text === '') ? [] : recall(memory, 'override');
  const isKnown = (override: Override) => override.isPublished || before.includes(written(override));
  const fromLink = parseOverrides(asked);
  const toConfirm = fromLink.overrides.filter((override) => !isKnown(override));
  const { overrides, refused } = parseOverrides([
    ...before,
    ...fromLink.overrides.filter(isKnown).map(written),
    ...fromLink.refused,
  ]);
  const disabled =
    switched.length === 0
      ? recall(memory, 'disabled')
      : switched.flatMap((names) => names.split(',')).filter((name) => name !== '');
  remember(memory, 'override', overrides.map(written));
  remember(memory, 'disabled', disabled);
  if (asked.length > 0 || switched.length > 0) {
    url.searchParams.delete(QUERY.override);
    url.searchParams.delete(QUERY.disabled);
    history.replaceState(history.state, '', url);
  }
  return { overrides, refused, disabled, toConfirm };
}

/** Whether that remote is switched off in this tab. */
export function isDisabled({ disabled }: Pick<TabChoice, 'disabled'>, name: string): boolean {
  return disabled.includes('all') || disabled.includes(name);
}

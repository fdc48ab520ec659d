import { consoleQueryClient } from '../query/query-client';

const nameOf = (address: string) => address.split('?', 1)[0] ?? '';

/** Whether two addresses are of one picture: signed ones (ADR 0039) differ from hour to hour in what follows the name. */
export function isSameImage(a: string, b: string): boolean {
  return nameOf(a) === nameOf(b);
}

/** The moment at which a signed address ends, in milliseconds; null for one that is for good. */
export function getUrlExpiry(address: string): number | null {
  const until = /[?&]until=(\d+)(&|$)/.exec(address)?.[1];
  return until === undefined ? null : Number(until) * 1000;
}

/** Tiles of a page fail within moments of each other: their rows are read again together. */
const GATHER_MS = 50;
/** A picture that is not there fails again wherever it is drawn; its row need not be read each time. */
const REST_MS = 60_000;

const askedAt = new Map<string, number>();
let gathering: { readonly names: Set<string>; readonly done: Promise<void> } | null = null;

/**
 * Has the rows that name a picture read again, wherever on the page they are shown, for one whose address has ended. Resolves
 * once they have been; at once for an address that is not signed.
 */
export async function refreshImageUrl(address: string): Promise<void> {
  if (getUrlExpiry(address) === null) return;
  gathering ??= gather();
  gathering.names.add(nameOf(address));
  await gathering.done;
}

/** The same where it is not known why the picture could not be loaded: for an address at most once a minute. */
export async function refreshImageUrlAfterError(address: string): Promise<void> {
  if (Date.now() - (askedAt.get(address) ?? -Infinity) < REST_MS) return;
  askedAt.set(address, Date.now());
  await refreshImageUrl(address);
}

function gather() {
  const names = new Set<string>();
  const done = new Promise((resolve) => setTimeout(resolve, GATHER_MS)).then(() => {
    gathering = null;
    return readAgain([...names]);
  });
  return { names, done };
}

async function readAgain(names: readonly string[]): Promise<void> {
  await consoleQueryClient.invalidateQueries({
    predicate: ({ state }) => {
      const text = state.data === undefined ? '' : JSON.stringify(state.data);
      return names.some((name) => text.includes(name));
    },
  });
  // Who shows the rows is told of them in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
}

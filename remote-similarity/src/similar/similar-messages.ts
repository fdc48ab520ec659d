import { isolateBidi } from '../common/isolate-bidi';

/** Interface text of similar items. */
export const similarMessages = {
  groups: 'Similar groups',
  images: 'Similar images',
  objects: 'Similar objects',
  shapes: 'Similar polygons, masks and skeletons',
  image: (number: number) => `Image ${number}`,
  likeness: (ratio: number) => `${Math.max(0, Math.floor(ratio * 100))}% similar`,
  compareBy: 'Compare by',
  automatic: (basis: string, isKnown: boolean) => (isKnown ? `Automatic (${basis.toLowerCase()})` : 'Automatic'),
  bases: { both: 'Colours and shapes', colours: 'Colours', features: 'Shapes' },
  inBrowser: 'Show in Images',
  none: 'No similar items yet.',
  preparing: 'Similar items are being prepared. They appear here when they are found.',
  unavailable: "This server doesn't support similarity search.",
  more: 'Show more',
  ready: (kinds: Record<'images' | 'shapes' | 'groups', { ready: number; total: number } | undefined>) => {
    const progressTexts = Object.entries(kinds).flatMap(([kind, state]) =>
      state && state.ready < state.total
        ? [`${state.ready.toLocaleString('en')} of ${state.total.toLocaleString('en')} ${kind}`]
        : [],
    );
    return `Indexed: ${progressTexts.join(', ')}. Indexing continues.`;
  },
  add: (name: string) => `Add ${name} to the group`,
  added: (name: string) => `${isolateBidi(name)} was added to the group.`,
  join: (group: string) => `Add to ${group}`,
  joined: (group: string) => `Added to ${group}.`,
  joinedAlready: (group: string) => `Already in ${group}.`,
  addFailed: 'Unable to add to the group',
} as const;

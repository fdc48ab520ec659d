import type { BrandVariants } from '@fluentui/react-components';

/** Shades of teal, dark to light. Step 80 has a contrast of 4.7:1 with white text, so it is the fill colour of primary buttons. */
export const teal: BrandVariants = {
  10: '#011518',
  20: '#04242a',
  30: '#06343d',
  40: '#08434f',
  50: '#0a5260',
  60: '#0b6172',
  70: '#0d7083',
  80: '#0f7f94',
  90: '#2a8ea2',
  100: '#459db0',
  110: '#5eacbe',
  120: '#78bbcb',
  130: '#92cad8',
  140: '#add9e4',
  150: '#c9e8f0',
  160: '#e6f6fa',
};

/** The only warm colour of the console. It marks the current page, never a state such as a warning. */
export const amber = '#f0a33a';

/** Colours of the sidebar, which are the same in both themes. */
export const ink = {
  background: '#0b2229',
  raised: '#143741',
  border: '#1d4651',
  text: '#d9e8ec',
  muted: '#8fb0b9',
} as const;

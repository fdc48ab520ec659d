export type Form = 'carton' | 'can' | 'bottle' | 'jar' | 'bag' | 'card';
export type Motif = 'sun' | 'waves' | 'stripes' | 'leaf' | 'split' | 'peaks';

/** How a product's package looks. Colours are `#rrggbb`; the words are printed, so in capitals of the drawing's own font. */
export interface Design {
  key: string;
  form: Form;
  brand: string;
  word: string;
  base: string;
  accent: string;
  motif: Motif;
  /** What is seen through glass, or the closure of a bottle. */
  content?: string;
}

/** Width as a share of the height. */
export const PROPORTIONS: Record<Form, number> = { carton: 0.62, can: 0.56, bottle: 0.31, jar: 0.72, bag: 0.7, card: 0.71 };
/** How tall a package stands, as a share of the tallest on a shelf. */
export const STATURE: Record<Form, number> = { carton: 0.9, can: 0.6, bottle: 1, jar: 0.64, bag: 0.84, card: 0.6 };

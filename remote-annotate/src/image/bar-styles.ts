/** What holds a bar: what stands in the bar goes by the room that this has, whatever else is open beside it. */
export const barContainer = { containerType: 'inline-size' } as const;

/** The toolbar beside the open navigation in a window of 1366 pixels: it stands on one line where words give way to pictures. */
export const NARROW_TOOLBAR = '@container (max-width: 1250px)';
/** So does the bar below the picture, beside the open details too. */
export const NARROW_FOOTER = '@container (max-width: 1000px)';

/** Of words beside a picture that says the same: they are only read out. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

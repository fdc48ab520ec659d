/** Style of the element around a bar. The layout of the bar depends on the width of this element, not on the window. */
export const barContainer = { containerType: 'inline-size' } as const;

/**
 * Width below which the toolbar shows icons without text. The toolbar then fits on one line in a window of 1366 pixels with the navigation
 * open.
 */
export const NARROW_TOOLBAR = '@container (max-width: 1250px)';
/**
 * Widths of the toolbar in a window of 1024 pixels, or of 1366 pixels if a list is shown. The options of a tool then do not fit on the
 * line. A second line would move the canvas under the pointer.
 */
export const COMPACT_TOOLBAR = '@container (min-width: 521px) and (max-width: 1100px)';
/** Width of the toolbar in a window of 600 pixels. Its buttons then have no text, so that the toolbar fits on one line. */
export const SMALL_TOOLBAR = '@container (max-width: 640px)';
/** Width below which the bar under the image shows icons without text, for example while the details panel is open. */
export const NARROW_FOOTER = '@container (max-width: 1000px)';

/** Style of text that is only for screen readers, because an icon next to the text shows the same to other users. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

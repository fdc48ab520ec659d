import { createContext } from 'react';

/** Whether a frame around the page shows its title already; then the page's own heading is there for screen readers and the focus. */
export const TitleShownContext = createContext(false);

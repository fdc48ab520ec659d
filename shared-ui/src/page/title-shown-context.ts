import { createContext } from 'react';

/** Whether a frame around the page already shows its title. Then the heading of the page is visually hidden. */
export const TitleShownContext = createContext(false);

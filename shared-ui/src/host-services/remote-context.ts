import { createContext } from 'react';

/** Name and version of the micro-frontend that renders the children, for fault reports. Empty if it runs without the host. */
export const RemoteContext = createContext<{ remote: string; version: string }>({ remote: '', version: '' });

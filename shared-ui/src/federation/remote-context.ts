import { createContext } from 'react';

/** The remote whose code is rendered, for fault reports. Empty outside the host. */
export const RemoteContext = createContext<{ remote: string; version: string }>({ remote: '', version: '' });

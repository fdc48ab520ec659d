import { createContext } from 'react';

/** The remote that provides the rendered code, for fault reports. Empty if it runs without the host. */
export const RemoteContext = createContext<{ remote: string; version: string }>({ remote: '', version: '' });

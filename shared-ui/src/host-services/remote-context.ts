import { createContext } from 'react';

/** The micro-frontend whose code is rendered, for fault reports. Empty if the remote runs without the host. */
export const RemoteContext = createContext<{ remote: string; version: string }>({ remote: '', version: '' });

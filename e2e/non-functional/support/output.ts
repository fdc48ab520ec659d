import { loadavg } from 'node:os';

export const print = (text: string) => process.stdout.write(`${text}\n`);

/** Formats the load of the machine of the last 1, 5 and 15 minutes. */
export const formatLoad = () =>
  `Load of the machine: ${loadavg()
    .map((value) => value.toFixed(1))
    .join(', ')}`;

import { z } from 'zod';
import { defineCalls } from '../base/core';
import { Text } from '../base/primitives';

/** A failure of a part of the console in a browser. Newer consoles may send other kinds. */
export const ConsoleFault = z.object({
  /** Id of the failed load, as shown on the error card and in the diagnostics of the console. */
  load: Text(40).optional(),
  remote: Text(100),
  version: Text(100),
  part: Text(200),
  kind: Text(40),
  message: Text(2000),
});

export const consoleFaultCalls = defineCalls({
  'POST /account/v2/console-fault': {
    summary: 'Write a failure of a part of the console to the log of the server, at most 30 per minute',
    permission: null,
    body: ConsoleFault,
  },
});

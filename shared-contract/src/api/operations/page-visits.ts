import { z } from 'zod';
import { defineCalls } from '../base/core';
import { Text } from '../base/primitives';

/** Time in milliseconds. Longer times are not measured: a page that takes longer than the maximum counts as not ready. */
const Milliseconds = z.int().min(0).max(120_000);

/**
 * A visit to a page of a micro-frontend. The server compares the visits of the active version and of a canary release. Newer consoles
 * may send more fields.
 */
export const PageVisit = z.object({
  remote: Text(31).regex(/^[a-z][a-z0-9-]*$/, 'must be the name of a remote'),
  version: Text(100).regex(/^\d+\.\d+\.\d+/, 'must be a semantic version'),
  /** Whether the user has the active version or a canary. Visits of other versions, such as overrides, are not sent. */
  reason: z.enum(['active', 'canary']),
  /** Time until the page was displayed for the first time. Missing if the page was not displayed. */
  displayed_ms: Milliseconds.optional(),
  /** Time until the first data was displayed. Missing if no data was displayed, or if the remote does not report it. */
  ready_ms: Milliseconds.optional(),
  /** Whether a part of the remote failed during the visit. */
  failed: z.boolean(),
});

export const pageVisitCalls = defineCalls({
  'POST /account/v2/page-visit': {
    summary:
      'Report the result of a visit to a page, for the comparison of a canary with the active version, at most 30 per minute',
    permission: null,
    body: PageVisit,
  },
});

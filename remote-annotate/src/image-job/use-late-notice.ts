import type { MarkedJob } from '@console/shared-contract/api';
import { useNotify } from '@console/shared-ui/basics';
import { useEffect } from 'react';
import { jobMessages } from '../job/job-messages';
import type { Outbox } from '../outbox';

/** Warns users if other users had already completed the image that they marked as done. Their own annotations are then not used. */
export function useLateNotice(outbox: Outbox): void {
  const notify = useNotify();
  useEffect(
    () =>
      outbox.onEvent((event) => {
        if (event.type !== 'responded' || event.entry.write?.kind !== 'mark-done') return;
        const { late_items: lateItems = [] } = event.response as Pick<MarkedJob, 'late_items'>;
        if (lateItems.includes(event.entry.write.item))
          notify.warning({ title: jobMessages.completedByOther, text: jobMessages.completedByOtherHint });
      }),
    [outbox, notify],
  );
}

import type { Suspect } from '@console/shared-contract/api';
import { refusedMessages } from '../entries/outbox-messages';
import { storedCall } from '../entries/stored-call';
import type { SuspectWrite } from '../entries/write';
import type { WriteKind } from './write-kind';

function opened(rows: readonly Suspect[], suspect: Suspect): readonly Suspect[] {
  if (rows.some(({ id }) => id === suspect.id)) return rows;
  return [...rows, suspect].sort((a, b) => b.sureness - a.sureness);
}

/** A suspect accepted or dismissed, or opened again. */
export const suspect: WriteKind<SuspectWrite> = {
  imageId: ({ image }) => image,
  target: (write) => `suspect ${write.suspect.id}`,
  needs: ({ after, shape }) => (after === 'accepted' ? (shape ?? null) : null),
  call: (write) => storedCall('PUT /annotate/v2/suspect/{id}', { id: write.suspect.id }, { state: write.after }),
  refusal: ({ after }) => refusedMessages.suspect[after],
  // With its task or its image: there is nothing left to be decided.
  isSettledBy: (_, status) => status === 404,
  rows: ({ image }) => ({ suspects: image }),
  effects: {
    suspects: (rows, write) =>
      write.after === 'open' ? opened(rows, write.suspect) : rows.filter(({ id }) => id !== write.suspect.id),
  },
  fromCall: () => null,
};

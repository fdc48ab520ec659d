import type { Suspect } from '@console/shared-contract/api';
import { refusedMessages } from '../entries/outbox-messages';
import { buildStoredCall } from '../entries/stored-call';
import type { SuspectWrite } from '../entries/write';
import type { WriteKind } from './write-kind';

function addSuspect(rows: readonly Suspect[], suspect: Suspect): readonly Suspect[] {
  if (rows.some(({ id }) => id === suspect.id)) return rows;
  return [...rows, suspect].sort((a, b) => b.sureness - a.sureness);
}

/** Accepts or dismisses a suspected label error, or reopens it. */
export const suspectWrite: WriteKind<SuspectWrite> = {
  imageId: ({ image }) => image,
  target: (write) => `suspect ${write.suspect.id}`,
  dependsOn: ({ after, shape }) => (after === 'accepted' ? (shape ?? null) : null),
  buildCall: (write) => buildStoredCall('PUT /annotate/v2/suspect/{id}', { id: write.suspect.id }, { state: write.after }),
  refusalMessage: ({ after }) => refusedMessages.suspect[after],
  // 404 means that the task or the image was deleted, so no decision is needed.
  isAlreadyApplied: (_, status) => status === 404,
  rows: ({ image }) => ({ suspects: image }),
  effects: {
    suspects: (rows, write) =>
      write.after === 'open' ? addSuspect(rows, write.suspect) : rows.filter(({ id }) => id !== write.suspect.id),
  },
};

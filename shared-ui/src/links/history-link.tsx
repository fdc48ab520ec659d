import { useSeesWorkspace } from '@console/shared-auth';
import type { ChangedKind } from '@console/shared-contract/api';
import { ClockIcon } from '../icons';
import { linkMessages } from './link-messages';
import { LinkButton, type LinkButtonProps } from './link-button';

export interface HistorySubject {
  kind: ChangedKind;
  id: string | number;
  name?: string;
}

/** Returns the path of the page with the history of a row. */
export function toHistoryPath({ kind, id, name = '' }: HistorySubject): string {
  return `/history?${String(new URLSearchParams({ kind, subject: String(id), ...(name === '' ? {} : { name }) }))}`;
}

/** A link to the history of a row, which shows who changed the row, when and how. Users can restore earlier versions there. */
export function HistoryLink({ subject, size }: { subject: HistorySubject; size?: LinkButtonProps['size'] }) {
  const seesWorkspace = useSeesWorkspace();
  if (!seesWorkspace) return null;
  return (
    <LinkButton to={toHistoryPath(subject)} icon={<ClockIcon />} {...(size ? { size } : {})}>
      {linkMessages.history}
    </LinkButton>
  );
}

/** Creates the row action that opens the history of a row. */
export const createHistoryAction = (subject: HistorySubject) => ({
  label: linkMessages.history,
  icon: <ClockIcon />,
  to: toHistoryPath(subject),
});

import { Link, MessageBar, MessageBarBody } from '@console/shared-ui/basics';
import { browserMessages } from '../data/browser-messages';
import type { Entity } from '../data/filters';
import type { Selection } from './use-selection';

export interface MatchBarProps {
  entity: Entity;
  /** The number of rows that match the search on all pages. */
  total: number;
  selection: Selection;
}

/** Offers to select all matching rows, including those on other pages. */
export function MatchBar({ entity, total, selection }: MatchBarProps) {
  return (
    <MessageBar intent="info">
      <MessageBarBody>
        {selection.all ? (
          browserMessages.matchingSelected[entity](total)
        ) : (
          <Link as="button" onClick={selection.selectAll}>
            {browserMessages.selectMatching[entity](total)}
          </Link>
        )}
      </MessageBarBody>
    </MessageBar>
  );
}

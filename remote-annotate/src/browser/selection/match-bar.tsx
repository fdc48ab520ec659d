import { Link, MessageBar, MessageBarBody } from '@console/shared-ui/basics';
import { messages } from '../../messages';
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
  const { browser } = messages;
  return (
    <MessageBar intent="info">
      <MessageBarBody>
        {selection.isAllMatching ? (
          browser.matchingSelected[entity](total)
        ) : (
          <Link as="button" onClick={selection.selectAllMatching}>
            {browser.selectMatching[entity](total)}
          </Link>
        )}
      </MessageBarBody>
    </MessageBar>
  );
}

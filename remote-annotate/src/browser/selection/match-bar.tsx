import { Link, makeStyles, MessageBar, MessageBarBody } from '@console/shared-ui/basics';
import { useRef } from 'react';
import { browserMessages } from '../data/browser-messages';
import type { Entity } from '../data/filters';
import type { Selection } from './use-selection';

const useStyles = makeStyles({ text: { outlineStyle: 'none' } });

interface MatchBarProps {
  entity: Entity;
  /** The number of rows that match the search on all pages. */
  total: number;
  /** Whether counting stopped early, so that more than `total` rows may match. */
  isMinimum: boolean;
  selection: Selection;
}

/** Offers to select all matching rows, including rows on other pages. */
export function MatchBar({ entity, total, isMinimum, selection }: MatchBarProps) {
  const styles = useStyles();
  const textElement = useRef<HTMLSpanElement>(null);
  const totalText = isMinimum ? browserMessages.moreThan(total - 1) : String(total);
  const selectAll = () => {
    // The link disappears after the selection, so move the focus first.
    textElement.current?.focus();
    selection.selectAll();
  };
  return (
    <MessageBar intent="info">
      <MessageBarBody>
        <span ref={textElement} tabIndex={-1} className={styles.text}>
          {selection.all ? (
            browserMessages.matchingSelected[entity](totalText)
          ) : (
            <Link as="button" onClick={selectAll}>
              {browserMessages.selectMatching[entity](totalText)}
            </Link>
          )}
        </span>
      </MessageBarBody>
    </MessageBar>
  );
}

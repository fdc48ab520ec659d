import type { ItemSnapshot } from '@console/shared-contract/api';
import { MessageBar, MessageBarBody } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { SideBySide } from '../../jobs/report/item-comparison';
import { qualityMessages as messages } from '../quality-messages';
import { useGoldComparison } from '../quality.queries';

export interface ComparisonProps {
  gold: string;
  image: string;
  job: string;
  user: string;
}

/** Shows the gold annotations of an item and the work of an annotator, as an overlay and as lists. */
export function Comparison(props: ComparisonProps) {
  return (
    <QueryState query={useGoldComparison(props)} failed={messages.compareFailed}>
      {({ image, gold, work }) => {
        const goldSnapshot: ItemSnapshot = { ...gold, user: { id: 'gold', username: messages.gold } };
        return (
          <>
            {!work && (
              <MessageBar>
                <MessageBarBody>{messages.reopened}</MessageBarBody>
              </MessageBar>
            )}
            <SideBySide image={image} snapshots={work ? [goldSnapshot, work] : [goldSnapshot]} />
          </>
        );
      }}
    </QueryState>
  );
}

import { LazyComponent, SkeletonItem, Subsection } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import { messages } from '../messages';
import { pricePlots } from './price-series';
import { useAllPrices } from './product.queries';

const words = messages.product;
const HEIGHT = 260;
// nivo's lines are fetched where there is a price to draw.
const loadPlot = async () => (await import('./price-plot')).PricePlotView;

/** The prices of a product over time, a plot for each currency. */
export function PricePlots({ productId }: { productId: string }) {
  const prices = useAllPrices(productId);
  const plots = useMemo(() => prices.data && pricePlots(prices.data), [prices.data]);
  return (
    <QueryState query={{ ...prices, data: plots }} failed={words.plotFailed}>
      {(all) =>
        all.map((plot) => (
          <Subsection key={plot.currency} title={words.plot(plot.currency)}>
            <LazyComponent
              load={loadPlot}
              title={words.plot(plot.currency)}
              props={{ plot, height: HEIGHT }}
              skeleton={<SkeletonItem style={{ height: HEIGHT }} />}
            />
          </Subsection>
        ))
      }
    </QueryState>
  );
}

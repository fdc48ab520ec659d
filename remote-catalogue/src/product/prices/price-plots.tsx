import { LazyComponent, SkeletonItem, Subsection } from '@console/shared-ui/basics';
import { QueryState } from '@console/shared-ui/pages';
import { useMemo } from 'react';
import { productPageMessages } from '../../common/product-page-messages';
import { createPricePlots } from './price-series';
import { useAllPrices } from './product-prices.queries';

const productMessages = productPageMessages;
const HEIGHT = 260;
// The nivo line chart is loaded only if there are prices.
const loadPlot = async () => (await import('./price-plot')).PricePlotView;

/** Line charts of the prices of a product, one for each currency. */
export function PricePlots({ productId }: { productId: string }) {
  const prices = useAllPrices(productId);
  const plots = useMemo(() => prices.data && createPricePlots(prices.data), [prices.data]);
  return (
    <QueryState query={{ ...prices, data: plots }} failed={productMessages.plotFailed}>
      {(loadedPlots) =>
        loadedPlots.map((plot) => (
          <Subsection key={plot.currency} title={productMessages.plot(plot.currency)}>
            <LazyComponent
              load={loadPlot}
              title={productMessages.plot(plot.currency)}
              props={{ plot, height: HEIGHT }}
              skeleton={<SkeletonItem style={{ height: HEIGHT }} />}
            />
          </Subsection>
        ))
      }
    </QueryState>
  );
}

import type { Order, Report } from './protocol';
import { Refusal } from './refusal';

// The process that learns and is asked (see README). The server forks it, and ends it.

const say = (report: Report) => process.send?.(report);

function answer({ order }: Order): Promise<never> {
  return Promise.reject(new Refusal(`Nothing is known of order ${order}`));
}

process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  void answer(order).catch((error: unknown) => {
    if (error instanceof Refusal) say({ order: order.order, refused: error.message });
    else say({ order: order.order, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  });
});
say({ ready: true });

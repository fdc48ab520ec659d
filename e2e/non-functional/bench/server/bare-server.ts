import fastify from 'fastify';
import { Pool, type ClientConfig } from 'pg';
import type { Statement } from './lists/statements';

/** A minimal Fastify server that runs the given SQL statements: the least possible cost of a list. Exits with its parent. */
process.once('message', ({ config, statements }: { config: ClientConfig; statements: Statement[] }) => {
  const pool = new Pool({ ...config, max: 20 });
  const app = fastify();
  app.get('/api/list', async () => {
    let rows: unknown[] = [];
    for (const { text, values } of statements) rows = (await pool.query(text, values)).rows;
    return { results: rows };
  });
  app.listen({ host: '127.0.0.1', port: 0 }).then(
    (address) => process.send?.(address),
    (error: unknown) => {
      throw error;
    },
  );
});
process.once('disconnect', () => process.exit(0));

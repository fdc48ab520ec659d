import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DOMAINS } from '../../ml/models/model/state';
import { checkModelServer, type ConformanceOptions } from './check-model-server';
import { formatFinding } from './findings';

// `npm run conformance -- URL` checks a model server against docs/model-server.md. Exit codes: 0 if all offered calls follow the rules, 1
// if a rule is violated, 2 if the check could not start.

const USAGE = `npm run conformance -- URL [--token TOKEN] [--timeout 60] [--wait 600] [--only recognition,detection,segmentation]
  [--orders FILE]      JSON with your own training request for each kind: {"detection": {"workspace", "task", "training_params"}};
                       with the id of a trained "model", nothing is trained
  [--pictures FOLDER]  at least two images like those that the server was trained on`;

function parseOptions(): ConformanceOptions {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      token: { type: 'string' },
      timeout: { type: 'string', default: '60' },
      wait: { type: 'string', default: '600' },
      only: { type: 'string' },
      orders: { type: 'string' },
      pictures: { type: 'string' },
    },
  });
  const [url = ''] = positionals;
  if (positionals.length !== 1 || !URL.canParse(url)) throw new Error('Pass the URL of the model server.');
  const { pictures: folder } = values;
  const domains = values.only?.split(',').map((name) => {
    const domain = DOMAINS.find((candidate) => candidate === name);
    if (!domain) throw new Error(`Unknown kind: ${name}`);
    return domain;
  });
  return {
    url: url.replace(/\/$/, ''),
    token: values.token ?? process.env.MODEL_SERVER_TOKEN ?? null,
    timeoutMs: Number(values.timeout) * 1000,
    waitMs: Number(values.wait) * 1000,
    domains,
    trainingRequests: values.orders
      ? (JSON.parse(readFileSync(values.orders, 'utf8')) as ConformanceOptions['trainingRequests'])
      : undefined,
    pictures: folder
      ? readdirSync(folder)
          .slice(0, 2)
          .map((name) => readFileSync(join(folder, name)))
      : undefined,
  };
}

async function run(): Promise<number> {
  const print = (text: string) => void process.stdout.write(`${text}\n`);
  const findings = await checkModelServer({ ...parseOptions(), onFinding: (finding) => print(formatFinding(finding)) });
  const count = (verdict: string) => findings.filter((finding) => finding.verdict === verdict).length;
  print(
    `${count('holds')} hold, ${count('violated')} violated, ${count('not checked')} not checked, ${count('not offered')} not offered`,
  );
  return count('violated') > 0 ? 1 : 0;
}

run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
    process.exitCode = 2;
  },
);

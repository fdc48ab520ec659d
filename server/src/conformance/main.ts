import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DOMAINS } from '../models/state';
import { checkModelServer, type ConformanceOptions } from './check';
import { lineOf } from './findings';

// `npm run conformance -- URL`: checks a model server against docs/model-server.md. 0: all that it offers holds; 1: a rule is
// violated; 2: it could not be asked.

const USAGE = `npm run conformance -- URL [--token TOKEN] [--timeout 60] [--wait 600] [--only recognition,detection,segmentation]
  [--orders FILE]      JSON: for each kind a training of your own, {"detection": {"workspace", "task", "training_params"}};
                       with a "model" that is trained already nothing is trained
  [--pictures FOLDER]  pictures of what it was trained on, two at least`;

function optionsOf(): ConformanceOptions {
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
  if (positionals.length !== 1 || !URL.canParse(url)) throw new Error('Which model server?');
  const { pictures: folder } = values;
  const only = values.only?.split(',').map((name) => {
    const domain = DOMAINS.find((each) => each === name);
    if (!domain) throw new Error(`There is no kind ${name}`);
    return domain;
  });
  return {
    url: url.replace(/\/$/, ''),
    token: values.token ?? process.env.MODEL_SERVER_TOKEN ?? null,
    timeoutMs: Number(values.timeout) * 1000,
    waitMs: Number(values.wait) * 1000,
    only,
    orders: values.orders ? (JSON.parse(readFileSync(values.orders, 'utf8')) as ConformanceOptions['orders']) : undefined,
    pictures: folder
      ? readdirSync(folder)
          .slice(0, 2)
          .map((name) => readFileSync(join(folder, name)))
      : undefined,
  };
}

async function run(): Promise<number> {
  const say = (text: string) => void process.stdout.write(`${text}\n`);
  const findings = await checkModelServer({ ...optionsOf(), tell: (finding) => say(lineOf(finding)) });
  const counted = (verdict: string) => findings.filter((finding) => finding.verdict === verdict).length;
  say(
    `${counted('holds')} hold, ${counted('violated')} violated, ${counted('not checked')} not checked, ${counted('not offered')} not offered`,
  );
  return counted('violated') > 0 ? 1 : 0;
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

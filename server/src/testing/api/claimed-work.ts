import { createPng } from './png';

/**
 * Creates files in the console format that declare work of the user with this email in 2019. The user has verified an image and its group,
 * and has completed an item of a job. The image has one object.
 */
export async function createClaimedWork(email: string): Promise<Record<string, string | Buffer>> {
  const [createdAt, doneAt] = ['2019-01-02T03:04:05Z', '2019-01-03T03:04:05Z'];
  const job = { id: 'j', name: 'Check', description: '', instructions: '', todo_number: 2, randomize: false };
  const label = { of: 'detection', id: 'l', name: 'Fig', type: null, min_value: null, max_value: null, step_value: null };
  const object = { id: 'o', label: 'l', data: [10, 20, 50, 60], meta_data: {}, labels: [] };
  const group = { id: 'g', name: 'Twins', description: '', type: null, test: false, meta_data: {}, groups: [] };
  const lines = [
    { annotation_console: 1, created: createdAt },
    { label },
    { group: { ...group, verified_by: [{ email, created: createdAt }] } },
    { job: { ...job, auto_complete: false, done: false, flow: null, mark_done_label: null, tasks: [], assignees: [email] } },
    {
      image: {
        id: 'a',
        file: 'a.png',
        content_hash: '',
        width: 100,
        height: 80,
        part: 'all',
        test: false,
        real: true,
        created: createdAt,
        meta_data: {},
        verified_by: [{ email, created: createdAt }],
        labels: [],
        polygons: [],
        points: [],
        objects: [{ ...object, declared: [{ action: 'annotated', by: email, at: createdAt, source: 'manual' }] }],
        groups: [{ id: 'g', name: 'Twins' }],
        jobs: [{ id: 'j', name: 'Check', done: true, count: 2, by: [{ email, done: doneAt, seconds: 3 }] }],
      },
    },
  ];
  const background = '#a00';
  const png = await createPng(background);
  return { 'a.png': png, 'console.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') };
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConsoleLine } from '@console/shared-contract/api';

type LabelLine = Extract<ConsoleLine, { label: unknown }>['label'];
type GroupLine = Extract<ConsoleLine, { group: unknown }>['group'];
type JobLine = Extract<ConsoleLine, { job: unknown }>['job'];
export type ImageLine = Extract<ConsoleLine, { image: unknown }>['image'];

/** The content of an unpacked export in the console format. */
export interface Archive {
  labels: Pick<LabelLine, 'id' | 'of' | 'name'>[];
  groups: Pick<GroupLine, 'id' | 'name'>[];
  jobs: Pick<JobLine, 'name' | 'assignees'>[];
  images: ImageLine[];
  /** Converts a date of the archive: the creation of the archive becomes `now`. */
  toDate: (date: string) => Date;
}

/** Reads `console.jsonl` from a folder. Throws if a line does not match the console format. */
export async function readArchive(folder: string, now: Date): Promise<Archive> {
  const text = await readFile(join(folder, 'console.jsonl'), 'utf8');
  const [header, ...lines] = text.split('\n').flatMap((line) => (line === '' ? [] : ConsoleLine.parse(JSON.parse(line))));
  if (!header || !('annotation_console' in header)) throw new Error(`${folder} contains no console archive`);
  const offsetMs = now.getTime() - Date.parse(header.created);
  return {
    labels: lines.flatMap((line) => ('label' in line ? line.label : [])),
    groups: lines.flatMap((line) => ('group' in line ? line.group : [])),
    jobs: lines.flatMap((line) => ('job' in line ? line.job : [])),
    images: lines.flatMap((line) => ('image' in line ? line.image : [])),
    toDate: (date) => new Date(Math.min(now.getTime(), Date.parse(date) + offsetMs)),
  };
}

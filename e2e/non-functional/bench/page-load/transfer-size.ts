import type { RecordedRequest } from './cold-tab';

const DATA_PATH = /^\/(api|files)\//;

/** Whether a URL belongs to the console's build, as opposed to API data and images, which are the same for every build. */
export function isBuildFile({ path, url }: RecordedRequest): boolean {
  return !DATA_PATH.test(path) && !url.startsWith('data:') && !url.startsWith('blob:');
}

export const sumBytes = (requests: readonly RecordedRequest[]): number => requests.reduce((sum, { bytes }) => sum + bytes, 0);

export const formatKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
export const formatMs = (value: number): string => `${value.toFixed(0)} ms`;

export function median(numbers: readonly number[]): number {
  const sortedNumbers = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sortedNumbers.length / 2);
  const [lowerMiddle = Number.NaN, upperMiddle = Number.NaN] = [
    sortedNumbers[sortedNumbers.length % 2 ? middle : middle - 1],
    sortedNumbers[middle],
  ];
  return (lowerMiddle + upperMiddle) / 2;
}

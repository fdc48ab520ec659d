const MAX_TEXT_LENGTH = 2_000;
const INNERMOST_PARENTHESES = /\([^()]*\)/g;

/** Describes a statement for a trace: its operation with the first table, and its text without literals. */
export function describeStatement(sql: string): { summary: string; text: string } {
  // Remove literals, too. Values are parameters, and literals are constants of the server, but a future statement could contain a value.
  const text = sql
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const outerText = removeParentheses(text);
  const operation = /^[a-z]+/i.exec(outerText)?.[0].toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_][\w.]*)/i.exec(outerText)?.[1];
  return { summary: table ? `${operation} ${table}` : operation, text: text.slice(0, MAX_TEXT_LENGTH) };
}

/** Removes subqueries, because their tables can come before the table of the statement. */
function removeParentheses(text: string): string {
  const remainingText = text.replaceAll(INNERMOST_PARENTHESES, '');
  return remainingText === text ? text : removeParentheses(remainingText);
}

export function EvaluationsPage() {
  return <h1>Evaluations</h1>;
}

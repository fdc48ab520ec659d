export function SimilarityJobPage() {
  return <h1>Similarity job</h1>;
}

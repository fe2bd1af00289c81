/** A text as it was written, with its lines. */
export function PlainText({ text }: { text: string }) {
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap">
      {text}
    </p>
  );
}

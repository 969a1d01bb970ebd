/** How much of a whole is there; the numbers stand beside it. */
export function Bar({ part, whole }: { part: number; whole: number }) {
  const share = whole === 0 ? 0 : Math.min(1, part / whole)
  return (
    <span className="share-bar" aria-hidden="true" data-full={share === 1}>
      <span style={{ width: `${share * 100}%` }} />
    </span>
  )
}

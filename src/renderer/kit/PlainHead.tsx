interface PlainHeadProps {
  /** Heads of words, in the reader's language; an empty one heads nothing. */
  starts: readonly string[]
  /** Heads of numbers, behind them. */
  ends: readonly string[]
}

/** The head of a plain table: columns of words, then columns of numbers. */
export function PlainHead({ starts, ends }: PlainHeadProps) {
  return (
    <thead>
      <tr>
        {starts.map((text) =>
          text === '' ? (
            <td key={text} />
          ) : (
            <th key={text} scope="col">
              {text}
            </th>
          ),
        )}
        {ends.map((text) => (
          <th key={text} scope="col" className="end">
            {text}
          </th>
        ))}
      </tr>
    </thead>
  )
}

import { useFormats } from '../i18n/formats.ts'

/** Minor units with their currency, in the reader's way of writing. */
export function Money({ value }: { value: { minor: number; currency: string } | null | undefined }) {
  const formats = useFormats()
  return value ? <span className="money">{formats.money(value)}</span> : <Nothing />
}

/** A calendar day `yyyy-mm-dd`. */
export function Day({ day }: { day: string | null | undefined }) {
  const formats = useFormats()
  return day ? <time dateTime={day}>{formats.day(day)}</time> : <Nothing />
}

/** An instant (ISO 8601, UTC), in the reader's zone. */
export function Instant({ at }: { at: string | null | undefined }) {
  const formats = useFormats()
  return at ? <time dateTime={at}>{formats.instant(at)}</time> : <Nothing />
}

/** From one instant to a later one; their day is said once where it is the same. */
export function Span({ from, to }: { from: string; to: string }) {
  const formats = useFormats()
  return <time dateTime={from}>{formats.span(from, to)}</time>
}

export function Count({ value }: { value: number }) {
  const formats = useFormats()
  return <>{formats.number(value)}</>
}

function Nothing() {
  return <span className="muted">–</span>
}

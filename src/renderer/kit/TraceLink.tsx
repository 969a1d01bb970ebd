import type { MouseEvent } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useRight } from '../session/use-right.ts'

interface TraceLinkProps {
  /** Code that the trace box looks up: an order, SKU, style, box by its SSCC, shipment, gate pass or paper. */
  code: string
  /** Visible text, where it is not the code itself. */
  text?: string
}

/** A code whose press opens its record in the trace box, so that what was being looked at stays; plain for who may not trace. */
export function TraceLink({ code, text = code }: TraceLinkProps) {
  const [search] = useSearchParams()
  const mayTrace = useRight('trace')
  if (!mayTrace) return <span className="code">{text}</span>
  const words = new URLSearchParams(search)
  words.set('trace', code)
  // The row that it stands in opens by a press, too.
  const stay = (event: MouseEvent) => event.stopPropagation()
  return (
    <Link className="code code-link" to={{ search: words.toString() }} onClick={stay}>
      {text}
    </Link>
  )
}

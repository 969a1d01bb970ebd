import { Link } from 'react-router-dom'
import type { CallData } from '../../actions/calls.ts'
import { useRight } from '../../session/use-right.ts'

export type FoundOrder = CallData<'production.getOrderActionSummary'>

/** A code that leads to its screen; who only makes markers reads it. */
export function CodeLink({ to, code }: { to: string; code: string }) {
  const mayOpen = useRight('runProduction')
  if (!mayOpen) return <span className="code">{code}</span>
  return (
    <Link className="code" to={to}>
      {code}
    </Link>
  )
}

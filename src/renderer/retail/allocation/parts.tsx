import { Link } from 'react-router-dom'

/** A gate pass, opened where the warehouse packs it. */
export function PassLink({ number }: { number: string }) {
  return (
    <Link className="code" to={`/warehouse/source?tab=all&pass=${encodeURIComponent(number)}`}>
      {number}
    </Link>
  )
}

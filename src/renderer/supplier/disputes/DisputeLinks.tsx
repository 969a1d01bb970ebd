import { Link } from 'react-router-dom'
import { rejectedMessages } from '../../../shared/areas/rejected-skus/rules.ts'
import { Callout } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { disputePath } from './paths.ts'

/** Disputes by their numbers, opened by whoever may see them. */
export function DisputeLinks({ numbers }: { numbers: readonly string[] }) {
  const seesDisputes = useRight('qcDisputes')
  return numbers.map((number) =>
    seesDisputes ? (
      <Link key={number} className="code" to={disputePath(number)}>
        {number}
      </Link>
    ) : (
      <span key={number} className="code">
        {number}
      </span>
    ),
  )
}

interface ClaimCalloutsProps {
  of: readonly { upheld_by: string | null; disputed_by?: string | null }[]
}

/** Says of claims that wait which upheld dispute they are to be taken back by, and which one is to be decided before they are credited. */
export function ClaimCallouts({ of }: ClaimCalloutsProps) {
  const { t } = useLocale()
  const upheld = new Set(of.flatMap(({ upheld_by }) => upheld_by ?? []))
  const disputed = new Set(of.flatMap(({ disputed_by }) => disputed_by ?? [])).difference(upheld)
  return (
    <>
      {[...upheld].map((dispute) => (
        <Callout key={dispute} tone="warn">
          {t('Dispute {{dispute}} about these pieces is upheld: the claim is to be taken back.', { dispute })}
        </Callout>
      ))}
      {[...disputed].map((dispute) => (
        <Callout key={dispute} tone="warn">
          {t(rejectedMessages.disputed, { dispute })}
        </Callout>
      ))}
    </>
  )
}

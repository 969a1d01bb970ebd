import type { QcQuantities } from '../../../../shared/domain/qc-quantities.ts'
import { useWords } from '../../../table/words.ts'
import { balanceParts, type PartName } from './balance.ts'

const words: Record<PartName, string> = {
  passed: 'Passed',
  failed: 'Failed QC',
  on_hold: 'Hold',
  to_inspect: 'To inspect',
  uncounted: 'To count',
  missing: 'Missing pcs',
}

/** Where all pieces of a box are, as a bar and as the sum that must come out: declared = all the rest − excess. */
export function BalanceBar({ quantities }: { quantities: QcQuantities }) {
  const { t, number } = useWords()
  const parts = balanceParts(quantities)
  const all = quantities.declared + quantities.excess
  return (
    <div className="qc-balance">
      <div className="qc-bar" aria-hidden="true">
        {parts.map(({ name, pieces }) => (
          <span key={name} data-part={name} style={{ flexGrow: pieces / Math.max(1, all) }} />
        ))}
      </div>
      <p className="qc-sum">
        <span className="qc-term">
          {t('Declared')} <b>{number(quantities.declared)}</b>
        </span>
        {parts.map(({ name, pieces }, at) => (
          <span className="qc-term" key={name}>
            <i>{at === 0 ? '=' : '+'}</i>
            <span className="qc-dot" data-part={name} aria-hidden="true" />
            {t(words[name])} <b>{number(pieces)}</b>
          </span>
        ))}
        {quantities.excess > 0 ? (
          <span className="qc-term">
            <i>−</i> {t('Excess')} <b>{number(quantities.excess)}</b>
          </span>
        ) : null}
      </p>
    </div>
  )
}

import { caseOutcomeLabels } from '../../../shared/domain/qc-status.ts'
import { key } from '../../i18n/key.ts'
import { useWords } from '../../table/words.ts'
import type { QcCase } from '../qc/box/use-box-data.ts'

const kinds = { missing: key('Missing pieces'), excess: key('Excess pieces') } as const

/** Pieces that were not there or not declared, and what became of each. */
export function DifferenceList({ cases }: { cases: readonly QcCase[] }) {
  const { t, number } = useWords()
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th>{t('NM SKU')}</th>
          <th>{t('Difference')}</th>
          <th className="end">{t('Pieces')}</th>
          <th>{t('Outcome')}</th>
        </tr>
      </thead>
      <tbody>
        {cases.map(({ case_id, nm_sku, kind, quantity, settled, outcomes, is_open }) => (
          <tr key={case_id}>
            <td className="code">{nm_sku}</td>
            <td>
              <span className="status-tag" data-tone={kind === 'missing' ? 'bad' : 'warn'}>
                {t(kinds[kind])}
              </span>
            </td>
            <td className="end">{number(quantity)}</td>
            <td>
              {[
                ...outcomes.map((one) => `${t(caseOutcomeLabels[one.outcome])} ${number(one.quantity)}`),
                ...(is_open ? [t('Open: {{n}}', { n: number(quantity - settled) })] : []),
              ].join(' · ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

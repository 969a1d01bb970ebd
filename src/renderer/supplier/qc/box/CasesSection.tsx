import { Button } from '@blueprintjs/core'
import { caseOutcomeLabels } from '../../../../shared/domain/qc-status.ts'
import { Section } from '../../../kit/Drawer.tsx'
import { Instant } from '../../../kit/values.tsx'
import { useWords } from '../../../table/words.ts'
import { SettleDialog } from './SettleDialog.tsx'
import { openPieces } from './settle-draft.ts'
import type { AfterCommand, BoxDetails, QcCase } from './use-box-data.ts'

interface CasesSectionProps extends Pick<BoxDetails, 'box' | 'cases' | 'lines'> {
  take: (after: AfterCommand) => void
  isSettling: boolean
  setSettling: (isSettling: boolean) => void
}

/** Pieces that were missing or too many: whose case it is, and what became of them. */
export function CasesSection({ box, cases, lines, take, isSettling, setSettling }: CasesSectionProps) {
  const { t, name, number } = useWords()
  if (cases.length === 0) return null
  const open = cases.filter((one) => one.is_open)
  const bySku = new Map(lines.map((line) => [line.nm_sku, line]))
  const where = ({ nm_sku }: QcCase) => {
    const line = bySku.get(nm_sku)
    return line ? `${name(line.color, line.color_zh)} · ${line.size}` : ''
  }
  return (
    <Section
      title={t('Differences')}
      tools={
        open.length > 0 ? (
          <Button
            size="small"
            text={t('Settle {{n}}…', { n: number(open.length) })}
            onClick={() => setSettling(true)}
          />
        ) : null
      }
    >
      <div className="qc-cases">
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('NM SKU')}</th>
              <th>{t('Colour and size')}</th>
              <th>{t('Difference')}</th>
              <th>{t('Owner')}</th>
              <th>{t('What became of them')}</th>
              <th>{t('Opened')}</th>
            </tr>
          </thead>
          <tbody>
            {cases.map((one) => (
              <tr key={one.case_id}>
                <td className="dt-code">{one.nm_sku}</td>
                <td>{where(one)}</td>
                <td>
                  <span className="dt-tag" data-tone={one.kind === 'missing' ? 'bad' : 'warn'}>
                    {one.kind === 'missing'
                      ? t('{{n}} missing', { n: number(one.quantity) })
                      : t('{{n}} excess', { n: number(one.quantity) })}
                  </span>
                </td>
                <td>{one.owner}</td>
                <td className="qc-wrap">
                  {one.outcomes.map((outcome) => (
                    <div key={`${outcome.at}${outcome.outcome}${outcome.quantity}`}>
                      {t(caseOutcomeLabels[outcome.outcome])}: {number(outcome.quantity)} · {outcome.by}
                      {outcome.remark ? <span className="muted"> · {outcome.remark}</span> : null}
                    </div>
                  ))}
                  {one.is_open ? (
                    <div className="warn-text">{t('{{n}} not settled', { n: number(openPieces(one)) })}</div>
                  ) : null}
                  {one.remark ? <div className="muted">{one.remark}</div> : null}
                </td>
                <td>
                  <Instant at={one.opened_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isSettling && open.length > 0 ? (
        <SettleDialog box={box} cases={open} where={where} take={take} onClose={() => setSettling(false)} />
      ) : null}
    </Section>
  )
}

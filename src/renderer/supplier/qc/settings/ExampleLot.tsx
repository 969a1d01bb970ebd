import { useState } from 'react'
import { aqlsOf, type QcSettings } from '../../../../shared/domain/qc-settings.ts'
import { type PlanNumbers, planNumbers, severities } from '../../../../shared/domain/sampling.ts'
import { Section } from '../../../kit/Drawer.tsx'
import { QuantityInput } from '../../../kit/QuantityInput.tsx'
import { useWords } from '../../../table/words.ts'
import { severityWords } from '../inspect/plan-words.ts'

const firstSize = 500

function planOf(lotSize: number, settings: QcSettings): PlanNumbers {
  return planNumbers(lotSize, settings.level, aqlsOf(settings))
}

/** What a choice means: the sample of a lot, and where it is accepted or rejected, beside what is saved where that differs. */
export function ExampleLot({ form, saved }: { form: QcSettings; saved: QcSettings }) {
  const { t, number } = useWords()
  const [lotSize, setLotSize] = useState<number | null>(firstSize)
  const size = lotSize !== null && lotSize > 0 ? lotSize : null
  return (
    <Section
      title={t('Example')}
      tools={
        <span className="qcs-lot">
          {t('Pieces of the lot')}
          <QuantityInput
            label={t('Pieces of the lot')}
            value={lotSize}
            isInvalid={size === null}
            onChange={setLotSize}
          />
        </span>
      }
    >
      {size === null ? (
        <p className="muted">{t('Please enter how many pieces the lot has.')}</p>
      ) : (
        <>
          <ExampleTable chosen={planOf(size, form)} saved={planOf(size, saved)} form={form} />
          <p className="qcs-sum" role="status">
            {t('The inspector looks at {{n}} of {{pieces}} pieces.', {
              n: number(planOf(size, form).sample_size),
              pieces: number(size),
            })}
          </p>
        </>
      )}
    </Section>
  )
}

interface ExampleTableProps {
  chosen: PlanNumbers
  saved: PlanNumbers
  form: QcSettings
}

function ExampleTable({ chosen, saved, form }: ExampleTableProps) {
  const { t, number } = useWords()
  const aqls = aqlsOf(form)
  const words = ({ limits }: PlanNumbers, severity: (typeof severities)[number]) => {
    const { sample_size, accept, reject } = limits[severity]
    return `${number(sample_size)} · ${number(accept)}/${number(reject)}`
  }
  const differs = severities.some((severity) => words(chosen, severity) !== words(saved, severity))
  return (
    <div className="qc-table">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t('Defects')}</th>
            <th className="end">AQL</th>
            <th>{t('Code letter')}</th>
            <th className="end">{t('Sample')}</th>
            <th className="end">{t('Accept / reject')}</th>
            {differs ? <th className="end">{t('As saved now')}</th> : null}
          </tr>
        </thead>
        <tbody>
          {severities.map((severity) => {
            const { code, sample_size, accept, reject } = chosen.limits[severity]
            const isNew = words(chosen, severity) !== words(saved, severity)
            return (
              <tr key={severity} data-new={isNew || undefined}>
                <td>{t(severityWords[severity])}</td>
                <td className="end">{aqls[severity]}</td>
                <td className="dt-code">{code}</td>
                <td className="end">{number(sample_size)}</td>
                <td className="end">
                  {number(accept)}/{number(reject)}
                </td>
                {differs ? <td className="end muted">{words(saved, severity)}</td> : null}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

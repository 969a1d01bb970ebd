import { useState } from 'react'
import { type Limit, type PlanNumbers, planNumbers } from '../../../../shared/areas/inspection/sampling.ts'
import { aqlsOf, type QcSettings } from '../../../../shared/areas/inspection/settings.ts'
import { severities } from '../../../../shared/kernel/reasons.ts'
import { Section } from '../../../kit/Drawer.tsx'
import { QuantityInput } from '../../../kit/quantities.tsx'
import { useLocale } from '../../../table/words.ts'
import { severityWords } from '../inspect/PlanTable.tsx'

const firstSize = 500

function planOf(lotSize: number, settings: QcSettings): PlanNumbers {
  return planNumbers(lotSize, settings.level, aqlsOf(settings))
}

/** What a choice means: the sample of a lot, and where it is accepted or rejected; and what it was, where that differs. */
export function ExampleLot({ form, saved }: { form: QcSettings; saved: QcSettings }) {
  const { t, number } = useLocale()
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
          <ExampleTable chosen={planOf(size, form)} saved={planOf(size, saved)} />
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
}

function ExampleTable({ chosen, saved }: ExampleTableProps) {
  const { t, number } = useLocale()
  return (
    <div className="qc-table">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t('Defects')}</th>
            <th>{t('Code letter')}</th>
            <th className="end">{t('Sample')}</th>
            <th className="end">{t('Accept / reject')}</th>
          </tr>
        </thead>
        <tbody>
          {severities.map((severity) => {
            const [now, before] = [chosen.limits[severity], saved.limits[severity]]
            const limit = ({ accept, reject }: Limit) => `${number(accept)}/${number(reject)}`
            return (
              <tr key={severity}>
                <td>{t(severityWords[severity])}</td>
                <td className="dt-code">
                  <Changing now={now.code} before={before.code} />
                </td>
                <td className="end">
                  <Changing now={number(now.sample_size)} before={number(before.sample_size)} />
                </td>
                <td className="end">
                  <Changing now={limit(now)} before={limit(before)} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** A value, after the one that is saved where it is another. */
function Changing({ now, before }: { now: string; before: string }) {
  if (now === before) return now
  return (
    <>
      <span className="muted">{before} → </span>
      <strong className="qcs-new">{now}</strong>
    </>
  )
}

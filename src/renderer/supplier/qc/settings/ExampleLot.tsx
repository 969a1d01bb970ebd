import { useState } from 'react'
import { type Limit, type PlanNumbers, planNumbers } from '../../../../shared/areas/inspection/sampling.ts'
import { aqlsOf, type QcSettings } from '../../../../shared/areas/inspection/settings.ts'
import { severities } from '../../../../shared/kernel/reasons.ts'
import { key } from '../../../i18n/formats.ts'
import { Section } from '../../../kit/Drawer.tsx'
import { FieldTable } from '../../../kit/field-views.tsx'
import { QuantityInput } from '../../../kit/quantities.tsx'
import type { ShownField } from '../../../kit/shown-field.ts'
import { type Locale, useLocale } from '../../../table/words.ts'
import { severityWords } from '../inspect/PlanTable.tsx'

const firstSize = 500

function planOf(lotSize: number, settings: QcSettings): PlanNumbers {
  return planNumbers(lotSize, { procedure: 'normal', level: settings.level, aqls: aqlsOf(settings) })
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
          <FieldTable
            className="qc-table"
            fields={exampleFields(planOf(size, form), planOf(size, saved))}
            rows={severities}
            rowKey={(severity) => severity}
          />
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

type Severity = (typeof severities)[number]

function exampleFields(chosen: PlanNumbers, saved: PlanNumbers): readonly ShownField<Severity>[] {
  const changing =
    (shown: (limit: Limit, number: Locale['number']) => string) =>
    (of: Severity, { number }: Locale) => (
      <Changing now={shown(chosen.limits[of], number)} before={shown(saved.limits[of], number)} />
    )
  return [
    { id: 'defects', header: key('Defects'), kind: 'word', of: (severity) => severityWords[severity] },
    { id: 'code', header: key('Code letter'), kind: 'code', of: changing(({ code }) => code) },
    { id: 'sample', header: key('Sample'), kind: 'end', of: changing((limit, number) => number(limit.sample_size)) },
    {
      ...{ id: 'limits', header: key('Accept / reject'), kind: 'end' },
      of: changing(({ accept, reject }, number) => `${number(accept)}/${number(reject)}`),
    },
  ]
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

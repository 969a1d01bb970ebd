import { useState } from 'react'
import { outputStages, stageWords } from '../../../shared/areas/facilities/stage-ledger.ts'
import type { CallData } from '../../actions/calls.ts'
import type { Answer } from '../../actions/useRows.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { key, listed } from '../../i18n/formats.ts'
import { ChartFigure, type Series } from '../../kit/charts/ChartFigure.tsx'
import { RowBars } from '../../kit/charts/RowBars.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useLocale } from '../../table/words.ts'

type Output = CallData<'facilities.facilityOutput'>
type Day = Output['days'][number]

/** Pieces that came into each stage on a day, of the last seven: the last one with any, until another is chosen. */
export function DayOutput({ answer }: { answer: Answer<Output> }) {
  return <Loaded answer={answer}>{({ days }) => <Chosen days={days} />}</Loaded>
}

function Chosen({ days }: { days: readonly Day[] }) {
  const { t, day, number, labelled } = useLocale()
  const [chosen, setChosen] = useState('')
  const shown = days.find((one) => one.day === chosen) ?? days.findLast(hasOutput) ?? days.at(-1)
  if (shown === undefined) return null
  const series: Series[] = [{ key: 'pieces', label: t('Pieces'), tone: 'major' }]
  return (
    <div className="day-output">
      <ChoiceField
        label={t('Day')}
        value={shown.day}
        choices={days.toReversed().map((one) => [one.day, day(one.day)] as const)}
        onChange={setChosen}
      />
      <ChartFigure
        title={t('Output of {{day}}', { day: day(shown.day) })}
        about={t('Pieces that came into each stage, less those taken back')}
        summary={listed(outputStages.map((stage) => labelled(t(stageWords[stage]), number(shown[stage]))))}
        table={<FieldTable fields={fields} rows={days.toReversed()} rowKey={(one) => one.day} total={t('Total')} />}
      >
        <RowBars
          series={series}
          most={Math.max(1, ...outputStages.map((stage) => shown[stage]))}
          rows={outputStages.map((stage) => ({
            key: stage,
            label: t(stageWords[stage]),
            values: [Math.max(0, shown[stage])],
            end: number(shown[stage]),
            hint: labelled(t(stageWords[stage]), number(shown[stage])),
          }))}
        />
      </ChartFigure>
    </div>
  )
}

const hasOutput = (day: Day) => outputStages.some((stage) => day[stage] !== 0)

const fields: readonly ShownField<Day>[] = [
  { id: 'day', header: key('Day'), kind: 'day', of: (one) => one.day },
  ...outputStages.map((stage) => ({
    id: stage,
    header: stageWords[stage],
    kind: 'pieces' as const,
    of: (one: Day) => one[stage],
    total: true as const,
  })),
]

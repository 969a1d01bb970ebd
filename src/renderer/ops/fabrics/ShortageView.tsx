import './fabrics.css'
import { Button } from '@blueprintjs/core'
import type { ShortageRow } from '../../../shared/areas/materials/calls.ts'
import { materialUnitWords } from '../../../shared/areas/materials/material.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { ChartFigure, Legend, type Series } from '../../kit/charts/ChartFigure.tsx'
import { ColumnChart } from '../../kit/charts/ColumnChart.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Day, EmptyState } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'

interface ShortageProps {
  /** Only this one; empty: all. */
  material: string
  /** Left out for who only looks. */
  onReserve: ((orderIds: string[]) => void) | undefined
}

/** What open orders need of each material against what is free and on its way; those that run short first. */
export function ShortageView({ material, onReserve }: ShortageProps) {
  const { t } = useLocale()
  const answer = useAnswer('materials.getShortages', material === '' ? {} : { material_id: material })
  return (
    <ScrollPart label={t('Shortage')} className="shortage">
      <Loaded
        answer={answer}
        empty={{
          is: ({ rows }) => rows.length === 0,
          shows: (
            <EmptyState
              title={t('No open order needs a material')}
              text={t('What mapped SKUs of open orders take stands here, by week.')}
            />
          ),
        }}
      >
        {({ rows }) =>
          rows
            .toSorted((a, b) => (a.first_day ?? '9999').localeCompare(b.first_day ?? '9999'))
            .map((row) => <Shortage key={row.material_id} row={row} onReserve={onReserve} />)
        }
      </Loaded>
    </ScrollPart>
  )
}

type Week = ShortageRow['weeks'][number]
const missingOf = ({ need, left }: Week) => Math.min(need, Math.max(0, -left))

function Shortage({ row, onReserve }: { row: ShortageRow; onReserve: ShortageProps['onReserve'] }) {
  const { t, name, number, day } = useLocale()
  const series: Series[] = [
    { key: 'there', label: t('Can be cut'), tone: 'plain' },
    { key: 'missing', label: t('Missing '), tone: 'bad' },
  ]
  const fails =
    row.first_day === null
      ? t('All of it can be cut on its day.')
      : t('The first cut fails on {{day}}.', { day: day(row.first_day) })
  const figures = t('Need {{need}}, free {{free}} ({{unit}}).', {
    need: number(row.needed),
    free: number(row.free),
    unit: t(materialUnitWords[row.unit]),
  })
  return (
    <article className="shortage-one">
      <ChartFigure
        title={`${row.material_id} · ${name(row.name, row.name_zh)}`}
        about={
          <>
            {figures} <strong data-tone={row.first_day === null ? 'good' : 'bad'}>{fails}</strong>
          </>
        }
        summary={`${figures} ${fails}`}
        legend={<Legend series={series} />}
        table={<FieldTable fields={weekFields} rows={row.weeks} rowKey={({ monday }) => monday} />}
      >
        <ColumnChart
          height={130}
          labelWidth={92}
          series={series}
          places={row.weeks.map((week) => ({
            key: week.monday,
            label: day(week.monday),
            values: [week.need - missingOf(week), missingOf(week)],
            hint: t('Week of {{day}}: need {{need}}, arrives {{arrives}}, left {{left}}', {
              day: day(week.monday),
              need: number(week.need),
              arrives: number(week.arrives),
              left: number(week.left),
            }),
          }))}
        />
      </ChartFigure>
      {row.stopped.length === 0 ? null : (
        <div className="shortage-stopped">
          <h3>{t('Orders that it stops')}</h3>
          <FieldTable fields={stoppedFields} rows={row.stopped} rowKey={({ order_id }) => order_id} />
          {onReserve ? (
            <Button
              size="small"
              text={t('Reserve what there is…')}
              onClick={() => onReserve(row.stopped.map(({ order_id }) => order_id))}
            />
          ) : null}
        </div>
      )}
    </article>
  )
}

const weekFields: readonly ShownField<Week>[] = [
  { id: 'monday', header: key('Week of'), kind: 'day', of: ({ monday }) => monday },
  { id: 'need', header: key('Need'), kind: 'number', digits: 2, of: ({ need }) => need },
  { id: 'arrives', header: key('Arrives'), kind: 'number', digits: 2, of: ({ arrives }) => arrives },
  {
    ...{ id: 'left', header: key('Left'), kind: 'number', digits: 2 },
    of: ({ left }) => left,
    mark: ({ left }) => (left < 0 ? 'warn' : undefined),
  },
]

const stoppedFields: readonly ShownField<ShortageRow['stopped'][number]>[] = [
  { id: 'order', header: key('Order'), kind: 'code', of: ({ order_id }) => order_id, traces: true },
  { id: 'day', header: key('Day of the cut'), of: (row) => <Day day={row.day} /> },
  { id: 'quantity', header: key('Missing '), kind: 'number', digits: 2, of: ({ quantity }) => quantity },
]

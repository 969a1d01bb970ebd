import { Button } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import type { ArrivalWeek } from '../../../shared/areas/pipeline/calls.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { useSupplierChoices } from '../../api/use-suppliers.ts'
import { key, listed } from '../../i18n/formats.ts'
import { ChartFigure, Legend, type Series } from '../../kit/charts/ChartFigure.tsx'
import { ColumnChart } from '../../kit/charts/ColumnChart.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, ScrollPart } from '../../kit/Page.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { FilterBar } from '../../table/FilterBar.tsx'
import {
  askedOf,
  choiceFilter,
  filterBy,
  flagParam,
  oneOfParam,
  placeParam,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { FeedDrawer } from './FeedDrawer.tsx'
import { followsOthers } from './follows-others.ts'

const params = {
  part: oneOfParam(['arrivals'], 'arrivals'),
  supplier: filterBy('supplier_id', textParam()),
  feed: placeParam(flagParam()),
}

/** What is expected at the doors in India, week by week. */
export function ArrivalsPart() {
  const { t } = useLocale()
  const address = useListState(params)
  const suppliers = useSupplierChoices()
  const answer = useAnswer('pipeline.getArrivals', askedOf(params, address.state), followsOthers)
  return (
    <Page
      title={t('Arrivals')}
      tools={
        <>
          <FilterBar
            params={params}
            address={address}
            filters={[choiceFilter<typeof params>('supplier', t('Supplier'), suppliers)]}
          />
          <DownloadButton
            call={contract.pipeline.arrivalsFile}
            input={askedOf(params, address.state)}
            text={t('Workbook (XLSX)')}
            size="small"
          />
          <Button size="small" text={t('Calendar address')} onClick={() => address.set({ feed: true }, 'push')} />
        </>
      }
    >
      <ScrollPart label={t('Arrivals')} className="pipeline">
        <Loaded
          answer={answer}
          empty={{
            is: ({ weeks }) => weeks.length === 0,
            shows: <EmptyState title={t('Nothing is expected')} text={t('No open order is on its way to India.')} />,
          }}
        >
          {({ weeks }) => <Sites weeks={weeks} supplier={address.state.supplier} />}
        </Loaded>
      </ScrollPart>
      {address.state.feed && answer.data ? (
        <FeedDrawer feed={answer.data.feed} onClose={() => address.set({ feed: false })} />
      ) : null}
    </Page>
  )
}

/** A column of numbers, each of which opens the goods that it counts. */
function counted(
  [id, header]: readonly [id: string, header: string],
  of: (week: ArrivalWeek) => number,
  asked: { supplier: string; packed: 'yes' | 'no' },
): ShownField<ArrivalWeek> {
  return {
    id,
    header,
    kind: 'end',
    by: of,
    of: (week, { number }) => {
      const search = new URLSearchParams({
        part: 'late',
        tab: 'open',
        site: week.site?.code ?? 'none',
        week: week.week,
        ...asked,
      })
      return of(week) === 0 ? number(0) : <Link to={`/ops/pipeline?${search.toString()}`}>{number(of(week))}</Link>
    },
    total: (weeks, { number }) => number(weeks.reduce((sum, week) => sum + of(week), 0)),
  }
}

const weekFields = (supplier: string): readonly ShownField<ArrivalWeek>[] => [
  { id: 'week', header: key('Week of'), kind: 'day', of: ({ week }) => week },
  counted(['boxes', key('Boxes')], ({ boxes }) => boxes, { supplier, packed: 'yes' }),
  {
    id: 'cbm',
    header: key('CBM'),
    kind: 'number',
    digits: 2,
    of: ({ cbm }) => cbm,
    total: (weeks, { decimal }) =>
      decimal(
        weeks.reduce((sum, { cbm }) => sum + cbm, 0),
        2,
      ),
  },
  {
    id: 'unmeasured',
    header: key('Boxes not measured'),
    kind: 'count',
    of: ({ unmeasured }) => unmeasured,
    total: true,
  },
  counted(['pieces', key('Pieces in boxes')], ({ pieces }) => pieces, { supplier, packed: 'yes' }),
  counted(['unpacked', key('Pieces not shipped yet')], ({ unpacked }) => unpacked, { supplier, packed: 'no' }),
]

function Sites({ weeks, supplier }: { weeks: readonly ArrivalWeek[]; supplier: string }) {
  const { t, name, number, day } = useLocale()
  const fields = weekFields(supplier)
  const sites = Map.groupBy(weeks, ({ site }) => site?.code ?? '')
  const series: Series[] = [
    { key: 'pieces', label: t('Pieces in boxes'), tone: 'plain' },
    { key: 'unpacked', label: t('Pieces not shipped yet'), tone: 'major' },
  ]
  const hint = (week: ArrivalWeek) =>
    `${day(week.week)}: ${number(week.pieces)} + ${number(week.unpacked)} · ${number(week.boxes)}`
  return [...sites.entries()].map(([code, own]) => {
    const site = own[0]?.site
    return (
      <ChartFigure
        key={code}
        title={site ? `${name(site.name, site.name_zh)} · ${code}` : t('Site not known yet')}
        about={t('By the expected day of the forecast; the day itself may be missed by its span.')}
        summary={listed(own.map(hint))}
        legend={<Legend series={series} />}
        isTableBeside
        table={<FieldTable fields={fields} rows={own} rowKey={({ week }) => week} total={t('Total')} />}
      >
        <ColumnChart
          height={150}
          labelWidth={92}
          series={series}
          places={own.map((week) => ({
            key: week.week,
            label: day(week.week),
            values: [week.pieces, week.unpacked],
            hint: hint(week),
          }))}
        />
      </ChartFigure>
    )
  })
}

import { SegmentedControl } from '@blueprintjs/core'
import { MOST_GROUPS, type PipelineGroup, type PipelineRow } from '../../../shared/areas/pipeline/calls.ts'
import { type PipelineStage, stageGroups, stageOf } from '../../../shared/areas/pipeline/stages.ts'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useRight } from '../../session/use-right.ts'
import type { ListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import type { Pipeline, pipelineParams } from './pipeline-params.ts'

const showWords = {
  way: key('Orders'),
  made: key('Own production'),
  stock: key('Stock'),
  off: key('Off the way'),
} as const

const headers = {
  vendor: key('Vendor'),
  category: key('Category'),
  destination: key('Destination'),
  style: key('Style'),
} as const

/** The word of the address that a row of the table narrows. */
const narrows = { vendor: 'supplier', category: 'category', destination: 'to', style: 'style' } as const

interface GroupTableProps {
  found: Pipeline
  by: PipelineGroup
  address: ListState<typeof pipelineParams>
  onOpen: (stage: PipelineStage, code: string) => void
}

/** Pieces of each vendor, category, destination or style by stage; its name narrows the page to it. */
export function GroupTable({ found, by, address: { state, set }, onOpen }: GroupTableProps) {
  const { t, name, number } = useLocale()
  const seesPrices = useRight('seePrices')
  const has = stageGroups.filter((group) => found.stages.some(({ stage }) => stageOf(stage).group === group))
  const stages = found.stages.filter(({ stage, pieces }) => stageOf(stage).group === state.show && pieces !== 0)
  const rows = found.rows.filter((row) => stages.some(({ stage }) => (row.pieces[stage] ?? 0) !== 0))
  const fields: ShownField<PipelineRow>[] = [
    {
      id: 'name',
      header: headers[by],
      kind: 'part',
      by: (row) => row.name || row.code,
      of: (row) =>
        row.code === '' ? (
          t('None')
        ) : (
          <button
            type="button"
            className="pipeline-link"
            title={by === 'vendor' ? row.code : undefined}
            onClick={() => set({ [narrows[by]]: row.code }, 'push')}
          >
            {by === 'category' ? t(row.name) : name(row.name, row.name_zh)}
            {by === 'category' || by === 'vendor' ? null : <span className="code muted"> {row.code}</span>}
          </button>
        ),
    },
    ...stages.map(
      ({ stage }): ShownField<PipelineRow> => ({
        id: stage,
        header: stageOf(stage).word,
        kind: 'end',
        by: (row) => row.pieces[stage] ?? 0,
        of: (row) => {
          const pieces = row.pieces[stage] ?? 0
          return pieces === 0 || row.code === '' ? (
            number(pieces)
          ) : (
            <button
              type="button"
              className="pipeline-link"
              aria-label={`${number(pieces)}, ${row.name || row.code}, ${t(stageOf(stage).word)}`}
              onClick={() => onOpen(stage, row.code)}
            >
              {number(pieces)}
            </button>
          )
        },
        mark: (row) => ((row.pieces[stage] ?? 0) === 0 ? 'muted' : undefined),
        total: (all) => number(all.reduce((sum, row) => sum + (row.pieces[stage] ?? 0), 0)),
      }),
    ),
    ...(seesPrices && (state.show === 'way' || state.show === 'stock')
      ? [
          {
            id: 'value',
            header: state.show === 'way' ? key('Value on the way') : key('Value of stock'),
            kind: 'money',
            of: ({ value, stock_value }: PipelineRow) => (state.show === 'way' ? value : stock_value),
            total: true,
          } satisfies ShownField<PipelineRow>,
        ]
      : []),
  ]
  return (
    <Section
      isOnPage
      title={t('Pieces by stage')}
      tools={
        <SegmentedControl
          size="small"
          options={has.map((value) => ({ value, label: t(showWords[value]) }))}
          value={state.show}
          onValueChange={(value) => set({ show: stageGroups.find((one) => one === value) ?? 'way' })}
        />
      }
    >
      {rows.length === 0 ? (
        <p className="muted">{t('Nothing stands there.')}</p>
      ) : (
        <div className="pipeline-wide">
          <FieldTable fields={fields} rows={rows} rowKey={({ code }) => code} total={t('Total')} sort="name" />
        </div>
      )}
      {found.total > MOST_GROUPS ? (
        <p className="muted">
          {t('The {{shown}} with most pieces, of {{n}}.', { shown: MOST_GROUPS, n: number(found.total) })}
        </p>
      ) : null}
    </Section>
  )
}

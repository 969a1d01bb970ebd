import './sku-dimensions.css'
import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import type { DimensionRow } from '../../../shared/areas/sku-dimensions/calls.ts'
import {
  isOutlier,
  type Measure,
  type Medians,
  measureNames,
  measures,
} from '../../../shared/areas/sku-dimensions/rules.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { SentByKeys } from '../../kit/dialogs.tsx'
import type { GridLayer } from '../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { useTypedGrid } from '../../kit/quantity-grid/use-typed-grid.ts'
import { EmptyState } from '../../kit/states.tsx'
import { LoadedDrawer } from '../../kit/TabbedDrawer.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { useLocale } from '../../table/words.ts'
import { cellOf, changesOf, filledBySize, gridOf, LAYER, tooMuch } from './dimension-grid.ts'

interface StyleDimensionsProps {
  styleId: string
  /** Of every category; undefined until they are known. */
  medians: readonly { category: string; medians: Medians }[] | undefined
  onClose: () => void
  /** To the next style of the list; null where there is none. */
  onNext: (() => void) | null
}

const wide = 760

/** A style's SKUs as a sheet of sizes and weights. */
export function StyleDimensions({ styleId, medians, ...turn }: StyleDimensionsProps) {
  const { t } = useLocale()
  const answer = useAnswer('skuDimensions.getSkuDimensionDetails', { style_id: styleId, page_size: 500 })
  return (
    <LoadedDrawer
      answer={answer}
      title={styleId}
      width={wide}
      onClose={turn.onClose}
      empty={{ is: ({ rows }) => rows.length === 0, shows: <EmptyState title={t('This style is not there')} /> }}
    >
      {({ rows }) => <StyleGrid key={versionsOf(rows)} rows={rows} medians={medians} {...turn} />}
    </LoadedDrawer>
  )
}

/** What was saved since is shown anew. */
const versionsOf = (rows: readonly DimensionRow[]) =>
  rows
    .map(({ nm_sku, version }) => `${nm_sku} ${version}`)
    .toSorted()
    .join()

type StyleGridProps = Pick<StyleDimensionsProps, 'medians' | 'onClose' | 'onNext'> & { rows: readonly DimensionRow[] }

const layers: readonly GridLayer[] = [{ key: LAYER, label: '' }]

function StyleGrid({ rows, medians, onClose, onNext }: StyleGridProps) {
  const { t, name, number } = useLocale()
  const [first] = rows
  const start = useMemo(() => gridOf(rows), [rows])
  const {
    value: values,
    change: setValues,
    reset,
  } = useTypedGrid(`dimensions.${first?.style_id}`, start, t('SKU dimensions'))
  const changes = changesOf(rows, values)
  const faults = new Map(
    tooMuch(rows, values).map(({ cell, most }) => [cell, t('At most {{most}}.', { most: number(most) })]),
  )
  const save = useAction(
    (items: typeof changes, options) => api.skuDimensions.updateSkuDimensionDetails({ items }, options),
    { refresh: ['skuDimensions'], looksAgain: true },
  )
  const isOff = changes.length === 0 || faults.size > 0
  const send = async (then: (() => void) | null) => {
    if (isOff || (await save.run(changes)) === undefined) return
    reset()
    then?.()
  }
  const shape = useShape(rows)
  const own = medians?.find(({ category }) => category === first?.category)?.medians
  const unusual = (cell: string) => {
    const measure = measures.find((one) => cell.endsWith(` ${one}`))
    const median = measure && own?.[measure]
    if (median === undefined || median === null) return null
    return isOutlier(values[cell]?.[LAYER] || null, median) ? `~${number(Math.round(median))}` : null
  }
  if (!first) return null
  const isUnusual = Object.keys(values).some((cell) => unusual(cell) !== null)
  return (
    <Drawer
      isOpen
      of={first}
      title={first.style_id}
      beside={<span className="muted">{name(first.style_name, first.style_name_zh)}</span>}
      width={wide}
      onClose={onClose}
      actions={
        <>
          <Button text={t('Fill empty cells by size')} onClick={() => setValues(filledBySize(rows, values))} />
          {onNext ? <Button text={t('Next style')} disabled={changes.length > 0} onClick={onNext} /> : null}
          <Button
            intent="primary"
            text={onNext ? t('Save and next style') : t('Save')}
            disabled={isOff}
            loading={save.isRunning}
            onClick={() => void send(onNext)}
          />
        </>
      }
    >
      <Section>
        <p className="muted dims-how">
          {t(
            'Millimetres and grams of one piece as it is packed for sale. Enter goes down: a scale that types its number and Enter fills the column.',
          )}
        </p>
        <SentByKeys run={() => void send(onNext)} isOff={isOff}>
          <QuantityGrid
            label={t('Sizes and weights of {{style_id}}', { style_id: first.style_id })}
            {...shape}
            layers={layers}
            values={values}
            start={start}
            onChange={setValues}
            faults={faults}
            beside={unusual}
            rowTitle={t('SKU')}
            hasTotals={false}
            autoFocus
          />
        </SentByKeys>
        {isUnusual ? (
          <p className="dims-note" role="status">
            {t('Less than half or more than twice what is usual in {{category}} (~): please look again.', {
              category: first.category,
            })}
          </p>
        ) : null}
      </Section>
      <History styleId={first.style_id} />
    </Drawer>
  )
}

/** A line an SKU, a column a measure. */
function useShape(rows: readonly DimensionRow[]) {
  const { t, name } = useLocale()
  return useMemo(
    () => ({
      rows: rows.map((row) => ({
        key: row.nm_sku,
        label: `${name(row.color, row.color_zh)} · ${row.size}`,
        names: [row.nm_sku, `${row.color} ${row.size}`],
        pictured: row,
      })),
      columns: measures.map((measure: Measure) => ({ key: measure, label: t(measureNames[measure]) })),
      cellId: cellOf,
    }),
    [rows, t, name],
  )
}

function History({ styleId }: { styleId: string }) {
  const { t } = useLocale()
  const events = useAnswer('skuDimensions.dimensionHistory', { style_id: styleId }).data?.events ?? []
  if (events.length === 0) return null
  return (
    <Section title={t('History')}>
      <Timeline
        events={events.map((event) => ({ ...event, was: event.from, now: event.to, from: null, to: null }))}
        title={({ nm_sku }) => nm_sku}
        about={({ was, now }) => <div className="muted">{was === null ? now : `${was} → ${now}`}</div>}
      />
    </Section>
  )
}

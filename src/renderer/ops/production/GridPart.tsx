import { Button, Checkbox } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { DayField, RemarkField, TextField } from '../../forms/fields.tsx'
import { Section } from '../../kit/Drawer.tsx'
import type { GridValues } from '../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { useLocale } from '../../table/words.ts'
import type { FoundOrder } from './parts.tsx'
import type { OrderDraft } from './use-draft.ts'

interface GridProps {
  found: FoundOrder
  draft: OrderDraft
  mayEdit: boolean
}

type Line = { color: string; size: string; pieces: number }
export const cellOf = ({ color, size }: { color: string; size: string }) => `${color}\n${size}`
export const partsOf = (cell: string): [first: string, second: string] => {
  const [first = '', second = ''] = cell.split('\n')
  return [first, second]
}
/** "black" is the colour Black that is there already. */
const newOnes = (typed: readonly string[], there: readonly { key: string }[]) =>
  typed.filter((one) => !there.some(({ key }) => key.toLowerCase() === one.toLowerCase()))
const once = (all: readonly string[]) => [...new Set(all)]

/** Quantities by colour and size, due date, marker or not: typed into one's draft, then saved. */
export function GridPart({ found, draft, mayEdit }: GridProps) {
  const { t, name } = useLocale()
  const say = useSay()
  const { order, remark, cells } = found
  const { content } = draft
  const lines = content.lines ?? found.lines
  const due = content.due_on === undefined ? order.due_on : content.due_on
  const [more, setMore] = useState<{ colors: string[]; sizes: string[] }>({ colors: [], sizes: [] })
  // Of a style that is live each cell is a SKU.
  const isLive = order.style_id !== null
  const shape = useMemo(() => {
    const offered = mayEdit ? cells : []
    const inChinese = new Map(cells.map(({ color, color_zh }) => [color, color_zh]))
    const known = new Set([...offered, ...found.lines, ...lines].map(cellOf))
    const sizes = once([...offered, ...found.lines, ...lines].map(({ size }) => size).concat(more.sizes))
    const colors = once([...offered, ...found.lines, ...lines].map(({ color }) => color).concat(more.colors))
    return {
      rows: colors.map((color) => ({
        key: color,
        label: name(color, inChinese.get(color) ?? '') || '–',
        names: [color],
      })),
      columns: sizes.map((size) => ({ key: size, label: size })),
      cellId: (color: string, size: string) => {
        const cell = cellOf({ color, size })
        return isLive && !known.has(cell) ? null : cell
      },
    }
  }, [cells, found.lines, lines, more, mayEdit, isLive, name])
  const layers = useMemo(() => [{ key: 'pieces', label: t('Pieces') }], [t])
  const start = useMemo(() => valuesOf(found.lines), [found.lines])
  const values = useMemo(() => valuesOf(lines), [lines])
  const save = useAction(
    (_: undefined, options) => {
      const { lines, due_on, needs_marker, remark } = content
      return api.production.updateOrder(
        {
          order_action_id: order.order_action_id,
          version: order.version,
          content: { lines, due_on, needs_marker, remark },
        },
        options,
      )
    },
    { refresh: ['production', 'materials', 'home'], looksAgain: true },
  )
  const said = save.error ? say.fields(save.error) : []
  const problemAt = (field: string) => said.find((one) => one.field === `content.${field}`)?.words ?? null
  const isTyped = [content.lines, content.due_on, content.needs_marker, content.remark].some((one) => one !== undefined)
  return (
    <Section title={t('Quantities by colour and size')}>
      {shape.columns.length === 0 ? <p className="muted">{t('No colour and size is known yet.')}</p> : null}
      {shape.columns.length > 0 ? (
        <QuantityGrid
          label={t('Quantities by colour and size')}
          {...shape}
          layers={layers}
          values={values}
          {...(mayEdit && { start, onChange: (next: GridValues) => draft.change({ lines: linesOf(next) }) })}
        />
      ) : null}
      {mayEdit && !isLive ? (
        <AddLine
          onAdd={(colors, sizes) =>
            setMore({
              colors: [...more.colors, ...newOnes(colors, shape.rows)],
              sizes: [...more.sizes, ...newOnes(sizes, shape.columns)],
            })
          }
        />
      ) : null}
      {mayEdit ? (
        <>
          <div className="production-form">
            <DayField
              label={t('Due date')}
              value={due ?? ''}
              problem={problemAt('due_on')}
              onChange={(day) => {
                save.clearError()
                draft.change({ due_on: day || null })
              }}
            />
            <Checkbox
              label={t('Needs a marker')}
              checked={content.needs_marker ?? order.needs_marker}
              onChange={({ currentTarget }) => draft.change({ needs_marker: currentTarget.checked })}
            />
            <div className="production-wide">
              <RemarkField
                label={t('Remark')}
                value={content.remark ?? remark}
                onChange={(words) => draft.change({ remark: words })}
              />
            </div>
          </div>
          <div className="production-actions">
            <Button
              intent="primary"
              text={t('Save the order')}
              disabled={!isTyped || draft.mustChoose}
              loading={save.isRunning}
              onClick={() => void draft.flush().then(() => save.run(undefined))}
            />
            {isTyped ? <span className="muted">{draft.state ?? t('Draft saved, not yet in the order.')}</span> : null}
          </div>
        </>
      ) : remark === '' ? null : (
        <p className="production-words">{remark}</p>
      )}
    </Section>
  )
}

function valuesOf(lines: readonly Line[]): GridValues {
  return Object.fromEntries(lines.map((line) => [cellOf(line), { pieces: line.pieces }]))
}

function linesOf(values: GridValues): Line[] {
  return Object.entries(values).flatMap(([cell, { pieces = 0 }]) => {
    const [color, size] = partsOf(cell)
    return pieces === 0 ? [] : [{ color, size, pieces }]
  })
}

/** A colour or a size that the style does not have yet: it is not live, and nobody has written its SKUs. */
function AddLine({ onAdd }: { onAdd: (colors: string[], sizes: string[]) => void }) {
  const { t } = useLocale()
  const [color, setColor] = useState('')
  const [size, setSize] = useState('')
  return (
    <form
      className="production-form"
      onSubmit={(event) => {
        event.preventDefault()
        onAdd([color.trim()].filter(Boolean), [size.trim()].filter(Boolean))
        setColor('')
        setSize('')
      }}
    >
      <TextField label={t('Another colour')} maxLength={60} value={color} onChange={setColor} />
      <TextField label={t('Another size')} maxLength={20} value={size} onChange={setSize} />
      <Button type="submit" text={t('Add')} disabled={color.trim() === '' && size.trim() === ''} />
    </form>
  )
}

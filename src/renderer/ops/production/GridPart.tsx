import { Button } from '@blueprintjs/core'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { DayField, RemarkField } from '../../forms/fields.tsx'
import { Section } from '../../kit/Drawer.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import { useLocale } from '../../table/words.ts'
import type { FoundOrder, OrderDraft } from './OrderDrawer.tsx'

interface GridProps {
  found: FoundOrder
  draft: OrderDraft
  mayEdit: boolean
}

/** Quantities by colour and size, due date, marker or not: typed into one's draft, then saved. */
export function GridPart({ found, draft, mayEdit }: GridProps) {
  const { t, number } = useLocale()
  const { order, remark } = found
  const lines = draft.content.lines ?? found.lines
  const due = draft.content.due_on === undefined ? order.due_on : draft.content.due_on
  const needsMarker = draft.content.needs_marker ?? order.needs_marker
  const [colors, sizes] = [
    [...new Set(found.lines.map(({ color }) => color))],
    [...new Set(found.lines.map(({ size }) => size))],
  ]
  const piecesOf = (color: string, size: string) =>
    lines.find((line) => line.color === color && line.size === size)?.pieces ?? null
  const sum = (own: typeof lines) => own.reduce((total, { pieces }) => total + pieces, 0)
  const change = (color: string, size: string, pieces: number | null) => {
    const rest = lines.filter((line) => line.color !== color || line.size !== size)
    const next = pieces === null || pieces === 0 ? rest : [...rest, { color, size, pieces }]
    draft.change({ lines: next.map(({ color, size, pieces }) => ({ color, size, pieces })) })
  }
  const save = useAction(
    (_: undefined, options) => {
      const { lines, due_on, needs_marker, remark } = draft.content
      return api.production.updateOrder(
        {
          order_action_id: order.order_action_id,
          version: order.version,
          content: { lines, due_on, needs_marker, remark },
        },
        options,
      )
    },
    { refresh: ['production', 'materials'], looksAgain: true },
  )
  return (
    <Section title={t('Quantities by colour and size')}>
      <table className="plain-table" aria-label={t('Quantities by colour and size')}>
        <thead>
          <tr>
            <th scope="col">{t('Colour')}</th>
            {sizes.map((size) => (
              <th key={size} scope="col" className="end">
                {size}
              </th>
            ))}
            <th scope="col" className="end">
              {t('Total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {colors.map((color) => (
            <tr key={color}>
              <td>{color === '' ? '–' : color}</td>
              {sizes.map((size) => (
                <td key={size} className="end">
                  {mayEdit ? (
                    <QuantityInput
                      value={piecesOf(color, size)}
                      label={`${color} ${size}`}
                      max={1_000_000}
                      onChange={(pieces) => change(color, size, pieces)}
                    />
                  ) : (
                    number(piecesOf(color, size) ?? 0)
                  )}
                </td>
              ))}
              <td className="end">{number(sum(lines.filter((line) => line.color === color)))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {mayEdit ? (
        <div className="production-form">
          <DayField label={t('Due date')} value={due ?? ''} onChange={(day) => draft.change({ due_on: day || null })} />
          <label className="production-check">
            <input
              type="checkbox"
              checked={needsMarker}
              onChange={({ target }) => draft.change({ needs_marker: target.checked })}
            />
            {t('Needs a marker')}
          </label>
          <RemarkField
            label={t('Remark')}
            value={draft.content.remark ?? remark}
            onChange={(words) => draft.change({ remark: words })}
          />
          <Button
            intent="primary"
            text={t('Save the order')}
            loading={save.isRunning}
            onClick={() => void save.run(undefined)}
          />
        </div>
      ) : remark === '' ? null : (
        <p>{remark}</p>
      )}
    </Section>
  )
}

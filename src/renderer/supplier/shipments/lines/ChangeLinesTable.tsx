import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { lineKey } from '../../../../shared/areas/shipments/packing.ts'
import type { CallData } from '../../../actions/calls.ts'
import { useFormats, useNamed } from '../../../i18n/formats.ts'
import { ScrollPart } from '../../../kit/Page.tsx'
import { QuantityInput } from '../../../kit/quantities.tsx'
import type { ShipmentDetails } from '../ShipmentActions.tsx'

interface ChangeLinesTableProps {
  label: string
  choice: ChangeableLines
  /** What was looked for on the platform stands first. */
  isSearched: boolean
  wanted: WantedPieces
  onType: (key: string, pieces: number) => void
  /** More is ready on the platform than is shown. */
  onMore?: () => void
}

export function ChangeLinesTable({ label, choice, isSearched, wanted, onType, onMore }: ChangeLinesTableProps) {
  const { t } = useTranslation()
  const heads = [t('Order'), t('NM SKU'), t('Style'), t('Colour'), t('Size')]
  const own = { title: t('In the shipment'), lines: choice.own }
  const others = { title: t('Ready on the platform'), lines: choice.others }
  return (
    <ScrollPart className="plain-scroll" label={label}>
      <table className="plain-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
            <th className="end">{t('In boxes')}</th>
            <th className="end">{t('Free on the platform')}</th>
            <th className="end">{t('In the shipment')}</th>
            <th>
              <span className="sr-only">{t('Take out')}</span>
            </th>
          </tr>
        </thead>
        {(isSearched ? [others, own] : [own, others]).map(({ title, lines }) => (
          <tbody key={title}>
            <tr className="change-group">
              <th scope="rowgroup" colSpan={9}>
                {title}
              </th>
            </tr>
            {lines.map((line) => (
              <LineRow key={line.key} line={line} wanted={wanted} onType={onType} />
            ))}
            {lines.length === 0 ? (
              <tr>
                <td colSpan={9} className="muted">
                  {t('Nothing matches')}
                </td>
              </tr>
            ) : null}
          </tbody>
        ))}
      </table>
      {onMore ? (
        <p className="change-more">
          <Button size="small" text={t('Show more of the platform')} onClick={onMore} />
        </p>
      ) : null}
    </ScrollPart>
  )
}

function LineRow({
  line,
  wanted,
  onType,
}: Pick<ChangeLinesTableProps, 'wanted' | 'onType'> & { line: ChangeableLine }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const quantity = wantedOf(line, wanted)
  const name = `${line.order_id} ${line.nm_sku}`
  return (
    <tr data-changed={quantity !== line.held || undefined} data-out={quantity === 0 || undefined}>
      <td className="code">{line.order_id}</td>
      <td className="code">{line.nm_sku}</td>
      <td>{line.style_id}</td>
      <td>{named(line.color, line.color_zh)}</td>
      <td>{line.size}</td>
      <td className="end">{line.inBoxes > 0 ? formats.number(line.inBoxes) : '–'}</td>
      <td className="end">{formats.number(Math.max(0, line.most - quantity))}</td>
      <td className="end">
        <QuantityInput
          value={quantity || null}
          placeholder="0"
          label={`${t('In the shipment')}, ${name}`}
          isInvalid={changeFault(line, wanted) !== null}
          onChange={(pieces) => onType(line.key, pieces ?? 0)}
        />
      </td>
      <td>
        <Button
          variant="minimal"
          size="small"
          icon={<Cross />}
          aria-label={`${t('Take out')}, ${name}`}
          disabled={quantity === 0 || line.inBoxes > 0}
          onClick={() => onType(line.key, 0)}
        />
      </td>
    </tr>
  )
}

type HeldLine = ShipmentDetails['lines'][number]
export type FreeLine = CallData<'orders.getShippingItems'>['rows'][number]

/** A line that the shipment holds or could hold. */
export interface ChangeableLine
  extends Pick<HeldLine, 'order_id' | 'nm_sku' | 'style_id' | 'color' | 'color_zh' | 'size'> {
  key: string
  /** Pieces in the shipment now. */
  held: number
  inBoxes: number
  /** The most that it can hold: its own and those free on the platform. */
  most: number
}

/** Pieces wanted by line; a line that is not named stays as it is. */
export type WantedPieces = Readonly<Record<string, number>>

export interface ChangeableLines {
  /** In the order of the shipment. */
  own: readonly ChangeableLine[]
  /** Ready on the platform, not in the shipment. */
  others: readonly ChangeableLine[]
}

export function changeableLines(held: readonly HeldLine[], free: readonly FreeLine[]): ChangeableLines {
  const ready = new Map(free.map((item) => [lineKey(item), item.ready_quantity]))
  const own = held.map((line) => changeable(line, line.ready_quantity, line.quantity_in_box, ready.get(lineKey(line))))
  const keys = new Set(own.map(({ key }) => key))
  const others = free.filter((item) => item.ready_quantity > 0 && !keys.has(lineKey(item)))
  return { own, others: others.map((item) => changeable(item, 0, 0, item.ready_quantity)) }
}

function changeable(line: HeldLine | FreeLine, held: number, inBoxes: number, free = 0): ChangeableLine {
  const { order_id, nm_sku, style_id, color, color_zh, size } = line
  return { order_id, nm_sku, style_id, color, color_zh, size, key: lineKey(line), held, inBoxes, most: held + free }
}

export function wantedOf(line: ChangeableLine, wanted: WantedPieces): number {
  return wanted[line.key] ?? line.held
}

/** Why a line cannot be so, in the server's words; null when it can. */
export function changeFault(line: ChangeableLine, wanted: WantedPieces): string | null {
  const quantity = wantedOf(line, wanted)
  if (quantity < line.inBoxes) return 'Take the pieces out of their boxes first.'
  return quantity > line.most ? 'Please enter correct quantity for order.' : null
}

export interface LineOfShipment {
  order_id: string
  nm_sku: string
  quantity: number
}

/** The lines that the shipment shall hold, as the call takes them. */
export function shipmentLinesOf(lines: readonly ChangeableLine[], wanted: WantedPieces): LineOfShipment[] {
  return lines
    .map((line) => ({ order_id: line.order_id, nm_sku: line.nm_sku, quantity: wantedOf(line, wanted) }))
    .filter(({ quantity }) => quantity > 0)
}

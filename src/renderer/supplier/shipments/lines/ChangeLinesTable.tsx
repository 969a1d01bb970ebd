import { Button } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { lineKey } from '../../../../shared/areas/shipments/packing.ts'
import type { CallData } from '../../../actions/calls.ts'
import { key } from '../../../i18n/formats.ts'
import { FieldTable } from '../../../kit/field-views.tsx'
import { QuantityInput } from '../../../kit/quantities.tsx'
import type { ShownField } from '../../../kit/shown-field.ts'
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
  const own = { title: t('In the shipment'), rows: choice.own }
  const others = { title: t('Ready on the platform'), rows: choice.others }
  return (
    <>
      <FieldTable
        label={label}
        fields={lineFields(wanted, onType)}
        rows={isSearched ? [others, own] : [own, others]}
        rowKey={(line) => line.key}
        none={t('Nothing matches')}
        rowData={(line) => {
          const quantity = wantedOf(line, wanted)
          return { 'data-changed': quantity !== line.held || undefined, 'data-out': quantity === 0 || undefined }
        }}
      />
      {onMore ? (
        <p className="change-more">
          <Button size="small" text={t('Show more of the platform')} onClick={onMore} />
        </p>
      ) : null}
    </>
  )
}

type Typing = Pick<ChangeLinesTableProps, 'wanted' | 'onType'>

function lineFields(wanted: Typing['wanted'], onType: Typing['onType']): readonly ShownField<ChangeableLine>[] {
  const nameOf = (line: ChangeableLine) => `${line.order_id} ${line.nm_sku}`
  return [
    { id: 'order', header: key('Order'), kind: 'code', of: (line) => line.order_id },
    { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (line) => line.nm_sku },
    { id: 'style', header: key('Style'), of: (line) => line.style_id },
    { id: 'color', header: key('Colour'), of: (line, { name }) => name(line.color, line.color_zh) },
    { id: 'size', header: key('Size'), of: (line) => line.size },
    { id: 'boxed', header: key('In boxes'), kind: 'pieces', of: ({ inBoxes }) => inBoxes || null },
    {
      ...{ id: 'free', header: key('Free on the platform'), kind: 'pieces' },
      of: (line) => Math.max(0, line.most - wantedOf(line, wanted)),
    },
    {
      ...{ id: 'wanted', header: key('In the shipment'), kind: 'end' },
      of: (line, { t }) => (
        <QuantityInput
          value={wantedOf(line, wanted) || null}
          placeholder="0"
          label={`${t('In the shipment')}, ${nameOf(line)}`}
          isInvalid={changeFault(line, wanted) !== null}
          onChange={(pieces) => onType(line.key, pieces ?? 0)}
        />
      ),
    },
    {
      ...{ id: 'out', header: key('Take out'), isQuiet: true },
      of: (line, { t }) => (
        <Button
          variant="minimal"
          size="small"
          icon={<Cross />}
          aria-label={`${t('Take out')}, ${nameOf(line)}`}
          disabled={wantedOf(line, wanted) === 0 || line.inBoxes > 0}
          onClick={() => onType(line.key, 0)}
        />
      ),
    },
  ]
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

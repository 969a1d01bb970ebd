import { useId, useMemo } from 'react'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import {
  type Proposal,
  type ProposalKind,
  proposalKinds,
  type VendorReason,
  vendorReasonWords,
} from '../../../shared/areas/orders/vendor-reasons.ts'
import { addDays } from '../../../shared/kernel/days.ts'
import { minorOf } from '../../kit/amounts.ts'
import { DecimalInput } from '../../kit/DecimalInput.tsx'
import type { GridValues } from '../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { gridOf, type SkuDetail } from '../../orders/order-columns.tsx'
import { proposalKindWords } from '../../orders/refusals.tsx'
import { useLocale } from '../../table/words.ts'

/** A proposal as it is typed; every kind keeps what was typed while another is looked at. */
export interface ProposalDraft {
  kind: ProposalKind | ''
  shipBy: string
  /** Of one piece, in the order's currency, as text. */
  price: string
  quantities: GridValues
}

export const noProposal: ProposalDraft = { kind: '', shipBy: '', price: '', quantities: {} }

/** What was kept on this workstation; no proposal for what is none. */
export function readProposal(saved: unknown): ProposalDraft {
  const { kind, shipBy, price, quantities } = (saved ?? {}) as Record<string, unknown>
  const cells = Object.entries(typeof quantities === 'object' && quantities !== null ? quantities : {})
  return {
    kind: proposalKinds.find((known) => known === kind) ?? '',
    shipBy: typeof shipBy === 'string' ? shipBy : '',
    price: typeof price === 'string' ? price : '',
    quantities: Object.fromEntries(
      cells.flatMap(([sku, cell]) => {
        const back = (cell as { back?: unknown } | null)?.back
        return typeof back === 'number' && Number.isSafeInteger(back) && back >= 0 ? [[sku, { back }]] : []
      }),
    ),
  }
}

/**
 * The proposal as the call takes it: null when nothing is proposed, or nothing that fits the reason any more; undefined while
 * its day or price cannot be read.
 */
export function proposalOf(draft: ProposalDraft, reason: string): Proposal | null | undefined {
  const { kind } = draft
  if (kind === '' || !fitting(reason).includes(kind)) return null
  if (kind === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(draft.shipBy) ? { kind, ship_by: draft.shipBy } : undefined
  if (kind === 'price') {
    const unit_price_minor = minorOf(draft.price)
    return unit_price_minor === null ? undefined : { kind, unit_price_minor }
  }
  const lines = Object.entries(draft.quantities).map(([nm_sku, cell]) => ({ nm_sku, quantity: cell.back ?? 0 }))
  const proposed = lines.filter(({ quantity }) => quantity > 0)
  return proposed.length === 0 ? undefined : { kind, lines: proposed }
}

function fitting(reason: string): readonly ProposalKind[] {
  return Object.hasOwn(vendorReasonWords, reason) ? vendorReasonWords[reason as VendorReason].proposes : []
}

interface ProposalFieldsProps {
  order: OrderRow
  /** With refused pieces, and how many of each. */
  skus: readonly SkuDetail[]
  refused: GridValues
  reason: string
  draft: ProposalDraft
  /** What is wrong, once a save was tried. */
  problem: string | null
  onChange: (draft: ProposalDraft) => void
}

/** What the vendor would do instead: what fits its reason. Nothing for the specification's reasons. */
export function ProposalFields({ order, skus, refused, reason, draft, problem, onChange }: ProposalFieldsProps) {
  const { t } = useLocale()
  const priceId = useId()
  const kinds = fitting(reason).filter((kind) => kind !== 'price' || order.unit_price !== null)
  if (kinds.length === 0) return null
  const kind = kinds.find((one) => one === draft.kind) ?? ''
  const set = (part: Partial<ProposalDraft>) => onChange({ ...draft, ...part })
  return (
    <fieldset className="order-refusal order-proposal" aria-label={t('Counter-proposal')}>
      <label>
        {t('Counter-proposal')}
        <select value={kind} onChange={({ target }) => set({ kind: kinds.find((one) => one === target.value) ?? '' })}>
          <option value="">{t('No proposal')}</option>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {t(proposalKindWords[one])}
            </option>
          ))}
        </select>
      </label>
      {kind === 'date' && (
        <label>
          {t('Can ship by')}
          <input
            type="date"
            className="text-field"
            value={draft.shipBy}
            min={addDays(order.shipping_deadline, 1)}
            aria-invalid={problem !== null}
            onChange={({ target }) => set({ shipBy: target.value })}
          />
        </label>
      )}
      {kind === 'price' && order.unit_price && (
        <label htmlFor={priceId}>
          {t('Price of one piece, for the whole order ({{currency}})', { currency: order.unit_price.currency })}
          <DecimalInput
            id={priceId}
            maxLength={12}
            value={draft.price}
            aria-invalid={problem !== null}
            onChange={(price) => set({ price })}
          />
        </label>
      )}
      {kind === 'quantity' && <Fewer skus={skus} refused={refused} draft={draft} onChange={set} />}
      {problem !== null && <p className="order-bad order-proposal-wide">{t(problem)}</p>}
    </fieldset>
  )
}

interface FewerProps extends Pick<ProposalFieldsProps, 'skus' | 'refused' | 'draft'> {
  onChange: (part: Partial<ProposalDraft>) => void
}

/** How many of the refused pieces would be delivered; the rest stays refused. */
function Fewer({ skus, refused, draft, onChange }: FewerProps) {
  const { t, name } = useLocale()
  const of = (sku: string) => refused[sku]?.refused ?? 0
  const gone = skus.filter((sku) => of(sku.nm_sku) > 0)
  const grid = gridOf(gone, name)
  const layers = useMemo(() => [{ key: 'back', label: t('Can deliver') }], [t])
  const over = gone.filter(({ nm_sku }) => (draft.quantities[nm_sku]?.back ?? 0) > of(nm_sku))
  const faults = new Map(over.map(({ nm_sku }) => [nm_sku, t('Only {{n}} are rejected', { n: of(nm_sku) })]))
  return (
    <div className="order-proposal-wide">
      <QuantityGrid
        label={t('Pieces that can be delivered')}
        {...grid}
        {...{ layers, faults }}
        values={draft.quantities}
        onChange={(quantities) => onChange({ quantities })}
        beside={(sku) => `/${of(sku)}`}
      />
    </div>
  )
}

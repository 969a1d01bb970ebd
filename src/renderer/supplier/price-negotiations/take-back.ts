import type { NegotiationRow } from '../../../shared/areas/price-negotiations/shapes.ts'
import { api, type CallOptions } from '../../api/client.ts'

/** Takes agreements back that were just made, as their answer gave them. */
export function takeBackAgreements({ data }: { data: { rows: readonly NegotiationRow[] } }, options: CallOptions) {
  const items = data.rows.map(({ negotiation, version }) => ({ negotiation, version, move: 'take_back' as const }))
  return api.priceNegotiations.updatePriceNegotiationDetails({ items }, options)
}

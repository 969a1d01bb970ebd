import type { CountLineRow } from '../../../shared/areas/stock-counts/shapes.ts'
import type { CallData } from '../../actions/calls.ts'
import { api } from '../../api/client.ts'
import { scanStation } from '../../scan/scan-station.ts'

type Result = CallData<'stockCounts.scanCounted'>['results'][number]

/** Where a scan counts, and how many pieces it stands for: what the queue keeps as its place. */
export interface CountAt {
  number: string
  place: string
  condition: CountLineRow['condition']
  quantity: number
}

export const countText = ({ number, place, condition, quantity }: CountAt): string =>
  `${number} ${condition} ${place}${quantity === 1 ? '' : ` ×${quantity}`}`

/** A number and a condition have no blank in them, a shelf may. */
export function readCountAt(text: string | null): CountAt {
  const [, number = '', condition = 'good', place = '', quantity = '1'] =
    /^(\S+) (\S+) (.*?)(?: ×(\d+))?$/.exec(text ?? '') ?? []
  return { number, place, condition: condition as CountAt['condition'], quantity: Number(quantity) }
}

const secondsSince = (at: string) => Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1000))

/** Pieces counted by scan: each is compared with the books as they were when it was scanned. */
export const countQueue = scanStation<Omit<Result, 'outcome'> & { scan_id: string; outcome: string }>({
  name: 'stock-count',
  taken: ['counted'],
  none: { nm_sku: null, counted: null },
  async send(batch, options) {
    const [first] = batch
    const scans = batch.map(({ code, scan_id, place, scanned_at, takesBack }) => {
      const { number: _, ...at } = readCountAt(place)
      return { code, scan_id, ...at, seconds_ago: secondsSince(scanned_at), ...(takesBack && { takes_back: takesBack }) }
    })
    const { data } = await api.stockCounts.scanCounted(
      {
        number: readCountAt(first?.place ?? null).number,
        action: first?.action === 'undo' ? 'undo' : 'count',
        scans,
      },
      options,
    )
    return data.results
  },
})

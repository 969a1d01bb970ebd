import type { CallData } from '../../actions/calls.ts'
import { api } from '../../api/client.ts'
import { scanStation } from '../../scan/scan-station.ts'
import { readCountAt } from './count-at.ts'

type Result = CallData<'stockCounts.scanCounted'>['results'][number]

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
      return {
        code,
        scan_id,
        ...at,
        seconds_ago: secondsSince(scanned_at),
        ...(takesBack && { takes_back: takesBack }),
      }
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

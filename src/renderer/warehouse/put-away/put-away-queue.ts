import type { CallData } from '../../actions/calls.ts'
import { api } from '../../api/client.ts'
import { scanStation } from '../../scan/scan-station.ts'

type ServerResult = CallData<'stock.putAway'>['results'][number]

/** What a scan came to; `refused` where the server would not take the call at all. */
export type PutAwayResult = Omit<ServerResult, 'outcome'> & { outcome: ServerResult['outcome'] | 'refused' }

/** Where scans go, and how many pieces each stands for: what the queue keeps as their place. */
export interface PutAwayPlace {
  site: string
  shelf: string
  pieces: number
}

export const placeText = ({ site, shelf, pieces }: PutAwayPlace): string =>
  pieces === 1 ? `${site} ${shelf}` : `${site} ${shelf} ×${pieces}`

/** A site's code has no blank in it, a shelf's may. */
export function readPlace(text: string | null): PutAwayPlace {
  const [, site = '', shelf = '', pieces = '1'] = /^(\S+) (.*?)(?: ×(\d+))?$/.exec(text ?? '') ?? []
  return { site, shelf, pieces: Number(pieces) }
}

/** Scans of pieces and boxes that go on shelves. */
export const putAwayQueue = scanStation<PutAwayResult>({
  name: 'put-away',
  async send(batch, options) {
    const [first] = batch
    const { site, shelf } = readPlace(first?.place ?? null)
    const scans = batch.map(({ scan_id, code, place, takesBack }) => ({
      ...{ scan_id, code, quantity: readPlace(place).pieces },
      ...(takesBack && { takes_back: takesBack }),
    }))
    const action = first?.action === 'undo' ? 'undo' : 'put_away'
    const { data } = await api.stock.putAway({ action, site, shelf, scans }, options)
    return data.results
  },
  taken: ['put_away'],
  none: { pieces: 0, sku: null },
})

/** The shelf that a code names: as it is called, with its site before it or without. */
export function shelfOf(code: string, site: string, shelves: ReadonlySet<string>): string | null {
  const text = code.trim().toUpperCase()
  const own = text.startsWith(site) ? text.slice(site.length).replace(/^[\s/:_-]+/, '') : text
  return [text, own].find((one) => shelves.has(one)) ?? null
}

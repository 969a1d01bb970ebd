import { readTraced } from '../../../../shared/kernel/traced-code.ts'
import type { CallData } from '../../../actions/calls.ts'

type Page = Pick<CallData<'receiving.getAwaitingInwardBoxes'>, 'rows' | 'next_cursor'>
export type AwaitedBox = Page['rows'][number]

export interface AwaitedGround {
  /** A page of what is on its way, as the list of awaited boxes has it. */
  load: (filter: { site?: string; shipment_id?: string }, cursor: string | null) => Promise<Page>
  /** Resolves when the station has nothing better to do. */
  idle: () => Promise<void>
  now: () => number
}

/** What a station knows beforehand of the boxes that will come to it. */
export interface Awaited {
  /** Reads what is on its way to this station. */
  open: (site: string | null) => void
  /**
   * The box behind a scanned code that is awaited here, as far as this station knows; gone with this answer, since the next scan of
   * it finds it taken in. The server has the last word.
   */
  take: (code: string, site: string | null) => AwaitedBox | null
  /** The server has answered for a box: it is awaited no longer, whatever a page under way still says. */
  answered: (box: Pick<AwaitedBox, 'sscc'>) => void
  /** A box that nobody foresaw has come: others of its shipment will come behind it. */
  came: (box: Pick<AwaitedBox, 'shipment_id' | 'boxes_in_shipment'>) => void
  /** It was taken back and is on its way again. */
  back: (box: AwaitedBox) => void
}

/** Most boxes read when a station opens, and of one shipment. */
export const mostAhead = 2_000
const mostSaved = 20_000
/** What was read so long ago may have come elsewhere. */
const freshMillis = 30 * 60_000
/** Nothing is read again so soon, and what failed not much sooner. */
const againMillis = 60_000
const failedMillis = 10_000

export function makeAwaited({ load, idle, now }: AwaitedGround): Awaited {
  const boxes = new Map<string, { box: AwaitedBox; at: number }>()
  /** SSCCs that were scanned here, which a page read before may still call awaited. */
  const scanned = new Map<string, true>()
  /** From when on it may be read again. */
  const nextRead = new Map<string, number>()
  let work = Promise.resolve()

  const learn = (box: AwaitedBox, at: number) => {
    if (!scanned.has(box.sscc)) keep(boxes, box.sscc, { box, at })
  }
  const forget = (sscc: string) => {
    boxes.delete(sscc)
    keep(scanned, sscc, true)
  }
  const read = async (filter: { site?: string; shipment_id?: string }) => {
    let cursor: string | null = null
    let count = 0
    do {
      await idle()
      const at = now()
      const page: Page = await load(filter, cursor)
      for (const box of page.rows) learn(box, at)
      count += page.rows.length
      cursor = page.next_cursor
    } while (cursor !== null && count < mostAhead)
  }
  /** One after the other. Without an answer the station waits for the server with each scan, as it does anyway. */
  const readOnce = (name: string, filter: { site?: string; shipment_id?: string }) => {
    if (now() < (nextRead.get(name) ?? Number.NEGATIVE_INFINITY)) return
    keep(nextRead, name, now() + againMillis)
    work = work.then(() => read(filter)).catch(() => keep(nextRead, name, now() + failedMillis))
  }

  return {
    open: (site) => readOnce(`site ${site}`, site === null ? {} : { site }),
    take(code, site) {
      const { sscc } = readTraced(code)
      const known = sscc === null ? undefined : boxes.get(sscc)
      if (sscc === null || known === undefined) return null
      const isHere = site === null || known.box.site === site
      if (!isHere || now() - known.at > freshMillis) return null
      forget(sscc)
      return known.box
    },
    answered: ({ sscc }) => forget(sscc),
    came({ shipment_id, boxes_in_shipment }) {
      if (boxes_in_shipment > 1) readOnce(`shipment ${shipment_id}`, { shipment_id })
    },
    back(box) {
      scanned.delete(box.sscc)
      learn(box, now())
    },
  }
}

/** As the newest; the one kept longest goes. */
function keep<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.size > mostSaved ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
}

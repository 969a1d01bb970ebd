import { readTraced } from '../../../../shared/domain/trace.ts'
import type { CallData } from '../../../actions/calls.ts'

type Page = CallData<'chinaQc.getAwaitingInwardBoxes'>
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
  /** A box that nobody foresaw has come: others of its shipment will come behind it. */
  came: (box: Pick<AwaitedBox, 'shipment_id' | 'sscc'>) => void
  /** It was taken back and is on its way again. */
  back: (box: AwaitedBox) => void
}

/** Most boxes read when a station opens, and of one shipment. */
export const mostAhead = 2_000
const mostKept = 20_000
/** What was read so long ago may have come elsewhere. */
const freshMillis = 30 * 60_000
/** A shipment is not read again so soon. */
const againMillis = 60_000

export function makeAwaited({ load, idle, now }: AwaitedGround): Awaited {
  const boxes = new Map<string, { box: AwaitedBox; at: number }>()
  /** SSCCs that were scanned here, which a page read before may still call awaited. */
  const scanned = new Set<string>()
  const readAt = new Map<string, number>()
  let work = Promise.resolve()

  const learn = (box: AwaitedBox, at: number) => {
    if (!scanned.has(box.sscc)) boxes.set(box.sscc, { box, at })
    // The longest known first.
    for (const sscc of boxes.keys()) if (boxes.size > mostKept) boxes.delete(sscc)
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
    if (now() - (readAt.get(name) ?? Number.NEGATIVE_INFINITY) < againMillis) return
    readAt.set(name, now())
    work = work.then(() => read(filter)).catch(() => void readAt.delete(name))
  }

  return {
    open: (site) => readOnce(`site ${site}`, site === null ? {} : { site }),
    take(code, site) {
      const { sscc } = readTraced(code)
      const known = sscc === null ? undefined : boxes.get(sscc)
      if (sscc === null || known === undefined) return null
      const isHere = site === null || known.box.site === site
      if (!isHere || now() - known.at > freshMillis) return null
      boxes.delete(sscc)
      scanned.add(sscc)
      return known.box
    },
    came({ shipment_id, sscc }) {
      scanned.add(sscc)
      readOnce(`shipment ${shipment_id}`, { shipment_id })
    },
    back(box) {
      scanned.delete(box.sscc)
      learn(box, now())
    },
  }
}

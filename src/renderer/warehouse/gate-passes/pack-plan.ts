import type { GatePassItemRow } from '../../../shared/areas/gate-passes/shapes.ts'
import { packWords } from '../../../shared/areas/gate-passes/words.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import type { CallData } from '../../actions/calls.ts'
import { api } from '../../api/client.ts'

/** What a packing station knows of the plan of its pass, so that it can say a first word to a scan before the server has the last. */

type PackedItem = CallData<'gatePasses.addItem'>['results'][number]
/** An answer to a scan, or what is foreseen of it: `expected`. */
export type PackSaid = Omit<PackedItem, 'outcome'> & { outcome: string }

const PAGE = 500
/** A larger plan is known as far as this: of the rest the server has the first word. */
const MOST = 4_000
/** Other stations pack as well: what was read longer ago is not believed. */
const BELIEVED_MS = 15 * 60_000

interface Known {
  item: GatePassItemRow
  planned: number
  packed: number
  /** Free for the pass at its source. */
  free: number
  /** Scans that were foreseen and have no answer yet. */
  ahead: Set<string>
}

export class PackPlan {
  #gatePass = ''
  #readAt = 0
  /** By SKU and EAN; null where one code is planned in several conditions: which of them is meant the server says. */
  #byCode = new Map<string, Known | null>()
  #ahead = new Map<string, Known>()

  /** Reads the plan of a pass; on any failure nothing is foreseen. */
  async read(gatePass: string, signal: AbortSignal): Promise<void> {
    const byCode = new Map<string, Known | null>()
    try {
      let cursor: string | null = null
      for (let read = 0; read < MOST; read += PAGE) {
        const input = { gate_pass: gatePass, page_size: PAGE, cursor }
        const { data }: { data: CallData<'gatePasses.gatePassItems'> } = await api.gatePasses.gatePassItems(input, {
          signal,
        })
        for (const item of data.rows) note(byCode, item)
        cursor = data.next_cursor
        if (cursor === null) break
      }
    } catch {
      return
    }
    if (!signal.aborted) {
      this.#gatePass = gatePass
      this.#readAt = Date.now()
      this.#byCode = byCode
    }
  }

  /** The answer that a piece will very likely have: it is on the plan, wanted still, and there. */
  foresee(
    gatePass: string | null | undefined,
    { code, scan_id }: { code: string; scan_id: string },
    shelf?: string | null,
  ): PackSaid | null {
    if (gatePass !== this.#gatePass || Date.now() - this.#readAt > BELIEVED_MS) return null
    const { text, isMisread } = readTraced(code)
    const known = isMisread ? null : this.#byCode.get(text.toUpperCase())
    if (!known || known.packed + known.ahead.size >= known.planned || known.free <= known.ahead.size) return null
    // What lies on a shelf changes with every scan: of pieces that are taken from one the server has the first word.
    if (
      shelf &&
      !known.item.places?.some((place) => place.shelf === decodeURIComponent(shelf) && place.free > known.ahead.size)
    )
      return null
    known.ahead.add(scan_id)
    this.#ahead.set(scan_id, known)
    const { nm_sku, condition, color, size, picture } = known.item
    return {
      ...{ code, scan_id, outcome: 'expected', message: packWords.expected, values: { nm_sku }, nm_sku, quantity: 1 },
      item: { condition, planned: known.planned, packed: known.packed + known.ahead.size, color, size, picture },
    }
  }

  /** Corrects what is known by what the server says. */
  learn(results: readonly PackSaid[]): void {
    for (const { scan_id, nm_sku, outcome, quantity, item } of results) {
      // Also of one that was refused as a whole, which names no SKU.
      this.#ahead.get(scan_id ?? '')?.ahead.delete(scan_id ?? '')
      this.#ahead.delete(scan_id ?? '')
      const known = nm_sku === null ? undefined : this.#byCode.get(nm_sku.toUpperCase())
      if (!known) continue
      if (item) known.packed = item.packed ?? known.packed
      if (outcome === 'packed') known.free -= quantity
      else if (outcome === 'taken_out') known.free += quantity
      else if (outcome === 'not_there') known.free = 0
    }
  }
}

function note(byCode: Map<string, Known | null>, item: GatePassItemRow): void {
  const { nm_sku, ean, planned, packed, at_source, reserved } = item
  if (!planned) return
  const known: Known = {
    item,
    planned,
    packed: packed ?? 0,
    free: (at_source ?? 0) + (reserved ?? 0),
    ahead: new Set(),
  }
  for (const code of [nm_sku.toUpperCase(), ean ?? '']) {
    if (code !== '') byCode.set(code, byCode.has(code) ? null : known)
  }
}

import type { ScanOutcome } from '../../../shared/areas/qc-boxes/status.ts'
import {
  type DoorSays,
  doorAsksWhich,
  doorKnowsNot,
  doorSays,
  doorWordsAt,
} from '../../../shared/areas/receiving/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import { notify } from '../../notices/notify.ts'
import { type SharedWaybill, sharedWaybills } from '../qc-boxes/box-rows.ts'
import { putBack, undoableBoxes } from '../qc-boxes/revert.ts'
import { type AtQc, eventsAt, inChina } from '../qc-boxes/sites.ts'
import { type ArrivingBox, doorOf, type IsHere, lockBoxesAtDoor } from './at-door.ts'
import { type ArrivedBox, takeIn } from './take-in.ts'

type Call = Contract['receiving']['inwardBoxes']
type Scan = Taken<Call>['boxes'][number]
type Action = Taken<Call>['action']
type Decided = Pick<DoorSays, 'message' | 'values'> & { outcome: ScanOutcome; word?: DoorSays['word'] }

const events = { inward: 'box.inwarded', undo: 'box.inward_undone' } as const

/** Takes boxes in by their scanned codes, or undoes that. Every code has its own outcome, and none spoils another's. */
export const inwardBoxes = (input: Taken<Call>, context: CallContext): Promise<Reply<Gives<Call>>> =>
  context.command(async (tx) => {
    const { answer, moved } = await scanAtDoor(tx, context, inChina(context.caller), input)
    if (input.action === 'inward')
      await tellArrived(
        tx,
        context,
        moved.map(({ box }) => box),
      )
    return reply(answer)
  })

/** A scan, the box behind it and what it came to. */
export interface DecidedScan<S extends Scan = Scan> {
  scan: S
  box: ArrivingBox | null
  outcome: ScanOutcome
  /** It moved the box: no scan before had done so. */
  isNew: boolean
  /** Why a known box was refused. */
  word?: DoorSays['word']
}

export interface ScannedAtDoor<S extends Scan = Scan> {
  answer: Gives<Call>
  decided: DecidedScan<S>[]
  /** Boxes that came in now, or went back. */
  moved: (ArrivedBox & { box: ArrivingBox })[]
}

/**
 * Scans at the doors of a country's QC, locked, decided and carried out. `isCounted` says of which boxes all pieces count as there with
 * their receipt. Throws as `doorOf` does.
 */
export async function scanAtDoor<S extends Scan>(
  tx: Tx,
  context: CallContext,
  at: AtQc,
  input: Omit<Taken<Call>, 'boxes'> & { boxes: readonly S[] },
  isCounted: (scan: S) => boolean = () => false,
): Promise<ScannedAtDoor<S>> {
  const codes = input.boxes.map(({ code }) => code)
  const boxes = await lockBoxesAtDoor(tx, at, codes, 'shown')
  const isHere = await doorOf(tx, at, input.site, boxes, input.action)
  const seen = await seenScans(tx, at, input.action, input.boxes, boxes)
  const undoable = input.action === 'undo' ? await undoableBoxes(tx, at, idsOf(boxes)) : new Set<string>()
  const tookIn = await scansThatTookIn(tx, at, input.boxes, boxes)
  const unfound = codes.filter((_, place) => boxes[place] === null)
  const shared = await sharedWaybills(tx, at.caller, unfound)
  const door = { at, isHere, seen, undoable, tookIn, shared, userName: context.caller.name }
  const decide = judge(input.action, door)
  const decided = input.boxes.map((scan, place) => ({
    scan,
    box: boxes[place] ?? null,
    ...decide(scan, boxes[place] ?? null),
  }))
  const moved = decided.flatMap(({ isNew, box, scan }) =>
    isNew && box ? [{ box, ...arrived(box, scan), isCounted: isCounted(scan) }] : [],
  )
  if (input.action === 'undo') await putBack(tx, context, at, moved)
  else await takeIn(tx, context, moved)
  const results = decided.map(({ scan, box, outcome, message, values }) => ({
    code: tellable(scan.code),
    scan_id: scan.scan_id ?? null,
    ...{ outcome, message, values },
    box: box?.shown ?? null,
    ...(outcome === 'shared_waybill' && { candidates: shared.get(scan.code)?.boxes ?? [] }),
  }))
  const done = results.filter(({ outcome }) => outcome === 'inwarded' || outcome === 'undone').length
  return { answer: { results, inwarded: done, refused: results.length - done }, decided, moved }
}

/** What no database keeps is told back as a question mark: one such code must not spoil the others' answer. */
export function tellable(code: string): string {
  return code.toWellFormed().replaceAll('\u0000', '\ufffd')
}

const idsOf = (boxes: readonly (ArrivingBox | null)[]) => [...new Set(boxes.flatMap((box) => box?.id ?? []))]

function arrived(box: ArrivingBox, scan: Scan): ArrivedBox {
  return { id: box.id, scanId: scan.scan_id ?? null, scannedAt: scan.scanned_at ?? null, siteId: box.site_id }
}

interface Door {
  at: AtQc
  isHere: IsHere
  /** `sscc scan_id` of scans that were told before. */
  seen: ReadonlySet<string>
  /** box.id of boxes with which nothing was done but taking them in. */
  undoable: ReadonlySet<string>
  /** The scan that took a box in last, by SSCC, for those of which one certain scan is to be taken back. */
  tookIn: ReadonlyMap<string, string | null>
  /** Waybills of several boxes, by what was read. */
  shared: ReadonlyMap<string, SharedWaybill>
  userName: string
}

/** Decides scan by scan: what one took in is a duplicate for the next, unless it is the same scan told twice. */
function judge(action: Action, { at, isHere, seen, undoable, tookIn, shared, userName }: Door) {
  const words = doorWordsAt[at.sites]
  const moved = new Map<string, string | undefined>()
  const says: Record<Action, (box: ArrivingBox, scan: Scan) => Decided | null> = {
    inward: (box) => {
      const by = moved.has(box.id) ? userName : box.inwardedBy
      const { outcome, ...said } = doorSays({ ...box, inwardedBy: by }, isHere(box), words)
      return outcome === 'awaiting' ? null : { outcome, ...said }
    },
    undo: (box, { takes_back }) => {
      if (!isHere(box)) return doorSays(box, false, words) as Decided
      const values = { box_no: box.box_no, shipment_id: box.shipment_id }
      if (box.inwardedBy === null || moved.has(box.id))
        return { outcome: 'not_undone', message: words.not_inwarded, values }
      if (takes_back !== undefined && tookIn.get(box.sscc) !== takes_back)
        return { outcome: 'not_undone', message: words.taken_in_again, values: { ...values, by: box.inwardedBy } }
      return undoable.has(box.id) ? null : { outcome: 'not_undone', message: words.under_way, values }
    },
  }
  return (scan: Scan, box: ArrivingBox | null): Decided & { isNew: boolean } => {
    const which = box === null && shared.get(scan.code)
    if (which) return { ...(doorAsksWhich(which) as Decided), isNew: false }
    if (box === null)
      return { ...(doorKnowsNot(tellable(scan.code), readTraced(scan.code).isMisread) as Decided), isNew: false }
    const isKnown = seen.has(scanKey(box.sscc, scan.scan_id)) || isSame(moved, box.id, scan.scan_id)
    const refused = isKnown ? null : says[action](box, scan)
    if (refused) return { ...refused, isNew: false }
    if (!isKnown) moved.set(box.id, scan.scan_id)
    return { ...doneWith(action, box, words), isNew: !isKnown }
  }
}

function isSame(moved: ReadonlyMap<string, string | undefined>, id: string, scanId: string | undefined): boolean {
  return scanId !== undefined && moved.get(id) === scanId
}

function doneWith(
  action: Action,
  { box_no, shipment_id }: ArrivingBox,
  words: (typeof doorWordsAt)['china_qc'],
): Decided {
  const outcome = action === 'inward' ? 'inwarded' : 'undone'
  return { outcome, message: words[outcome], values: { box_no, shipment_id } }
}

const scanKey = (sscc: string, scanId: string | undefined) => `${sscc} ${scanId}`

/** Scans that came before and were done: sent again, since their answer was lost, they come to the same. */
async function seenScans(
  tx: Tx,
  { sites }: AtQc,
  action: Action,
  scans: readonly Scan[],
  boxes: readonly (ArrivingBox | null)[],
): Promise<Set<string>> {
  const told = scans.flatMap(({ scan_id }, at) => {
    const box = boxes[at]
    return scan_id !== undefined && box?.cameBefore ? [{ sscc: box.sscc, scan_id }] : []
  })
  if (told.length === 0) return new Set()
  const { rows } = await rowsOf({ sscc: col.text, scan_id: col.text })`
    SELECT entity_id AS sscc, details->>'scan_id' AS scan_id FROM audit_event
    WHERE entity = ${eventsAt(sites)} AND entity_id = ANY(${told.map(({ sscc }) => sscc)}::text[]) AND event = ${events[action]}
      AND details->>'scan_id' = ANY(${told.map(({ scan_id }) => scan_id)}::text[])`.execute(tx)
  return new Set(rows.map(({ sscc, scan_id }) => scanKey(sscc, scan_id)))
}

/** An undo of one scan must not take back what another one did since: which scan took each box in last. */
async function scansThatTookIn(
  tx: Tx,
  { sites }: AtQc,
  scans: readonly Scan[],
  boxes: readonly (ArrivingBox | null)[],
): Promise<Map<string, string | null>> {
  const asked = scans.flatMap(({ takes_back }, at) => (takes_back === undefined ? [] : (boxes[at]?.sscc ?? [])))
  if (asked.length === 0) return new Map()
  const { rows } = await rowsOf({ sscc: col.text, scan_id: col.textOrNull })`
    SELECT DISTINCT ON (entity_id) entity_id AS sscc, details->>'scan_id' AS scan_id FROM audit_event
    WHERE entity = ${eventsAt(sites)} AND entity_id = ANY(${asked}::text[]) AND event = ${events.inward}
    ORDER BY entity_id, seq DESC`.execute(tx)
  return new Map(rows.map(({ sscc, scan_id }) => [sscc, scan_id]))
}

/** Tells vendors which of their boxes are at the door now, one notice a shipment. */
export async function tellArrived(tx: Tx, context: CallContext, boxes: readonly ArrivingBox[]): Promise<void> {
  const shipments = Map.groupBy(boxes, (box) => box.shipment_id)
  const told = [...shipments].flatMap(([shipment_id, arrived]) => {
    const [first] = arrived
    if (first === undefined) return []
    const { box_no, vendor_id: vendorId, site_name: site, site_name_zh: site_zh } = first
    const values = { shipment_id, box_no, site, site_zh }
    const things = arrived.map(({ sscc }) => sscc)
    return [{ kind: 'boxes_arrived' as const, vendorId, group: shipment_id, things, values }]
  })
  await notify(tx, context, ...told)
}

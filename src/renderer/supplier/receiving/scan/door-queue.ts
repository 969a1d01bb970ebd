import type { QcSites } from '../../../../shared/areas/qc-boxes/qc-sites.ts'
import { problemOf } from '../../../actions/say.ts'
import { api, newKey } from '../../../api/client.ts'
import { currentTraffic, onTraffic } from '../../../api/send.ts'
import { hearOfScans } from '../../../app/unsaved.ts'
import { key } from '../../../i18n/formats.ts'
import { makeScanQueue, type ScanQueue, scanOwner } from '../../../scan/scan-queue.ts'
import { type ScanRecord, scanStore } from '../../../scan/scan-store.ts'
import { currentUser, sessionAtom } from '../../../session/session.ts'
import { store } from '../../../theme/theme.tsx'
import { type Awaited, type AwaitedBox, type AwaitedGround, makeAwaited } from './awaited.ts'
import { type DoorSide, sideOf } from './door-side.ts'
import type { DoorResult } from './outcomes.ts'
import { type CountedScan, countIn, freshTally, keepTally, readTally, type Tally } from './tally.ts'

/** A call that takes longer has lost its way: its scans are sent again, under the same ids. */
const timeout = 20_000

/** What a country's station knows beforehand, and what it counted. */
export interface DoorPart {
  awaited: Awaited
  tally: () => Tally
  startOver: () => void
}

/** The queue of one user on one server, of whichever country's stations, with what belongs to each; all outlive the screen. */
export interface Door {
  queue: ScanQueue<DoorResult>
  at: Readonly<Record<QcSites, DoorPart>>
}

let current: { owner: string; door: Door } | null = null

// Who comes back finds what is kept, as after a reload; what still waits stays as it is.
store.sub(sessionAtom, () => {
  if (currentUser() === null && current?.door.queue.state().waiting === 0) current = null
})

window.addEventListener('online', () => current?.door.queue.wake())
// Any other answer shows that the server is back.
onTraffic(() => {
  const queue = current?.door.queue
  if (queue?.state().isStuck && currentTraffic().connected) queue.wake()
})

/** The door of this user, sending from now on. With other eyes nothing is sent: what waits is this user's own. */
export function openDoor(userId: string): Door {
  const owner = scanOwner(userId)
  if (current?.owner !== owner) current = { owner, door: makeDoor(owner) }
  const { door } = current
  door.queue.start(() => {
    const user = currentUser()
    return current?.door === door && user?.id === userId && user.true_role === null
  })
  return door
}

const load: Readonly<Record<QcSites, AwaitedGround['load']>> = {
  china_qc: async (filter, cursor) => (await api.receiving.getAwaitingInwardBoxes(...page(filter, cursor))).data,
  india_qc: async (filter, cursor) => (await api.indiaReceiving.getAwaitingInwardBoxes(...page(filter, cursor))).data,
}

function page<F>(filter: F, cursor: string | null) {
  return [
    { ...filter, cursor, page_size: 500 },
    { isQuiet: true, signal: AbortSignal.timeout(timeout) },
  ] as const
}

/** What was counted is kept by user; China's under the name that it had before there was another. */
function makePart(owner: string, sites: QcSites): DoorPart & { count: (scans: readonly CountedScan[]) => void } {
  const name = sites === 'china_qc' ? owner : `${owner} ${sites}`
  let tally = readTally(name, new Date())
  const set = (next: Tally) => {
    tally = next
    keepTally(name, tally)
  }
  return {
    awaited: makeAwaited({ load: load[sites], idle, now: () => Date.now() }),
    tally: () => tally,
    startOver: () => set(freshTally(new Date())),
    count: (scans) => set(countIn(tally, scans)),
  }
}

function makeDoor(owner: string): Door {
  const at = { china_qc: makePart(owner, 'china_qc'), india_qc: makePart(owner, 'india_qc') }
  const queue = makeScanQueue<DoorResult>({
    owner,
    store: scanStore<DoorResult>(),
    send,
    judge: (failure) => {
      const { status, code } = problemOf(failure)
      // Another person's session: the scans wait for their own user.
      if (code === 'other_user') return 'again'
      return status === 0 || status === 401 || status === 408 || status === 429 || status >= 500 ? 'again' : 'refused'
    },
    refused,
    foresee({ code, action, place, scan_id }) {
      const side = sideOf(action)
      const box = action === side.scan ? at[side.sites].awaited.take(code, place) : null
      return box && foreseen(box, side, { code, scan_id })
    },
    isTaken: ({ outcome }) => outcome === 'inwarded',
    newId: newKey,
    now: () => new Date(),
    wait: (millis) => new Promise((resolve) => setTimeout(resolve, millis)),
  })
  queue.subscribe(() => {
    const user = currentUser()
    if (user && scanOwner(user.id) === owner) hearOfScans(owner, queue.state())
  })
  queue.onAnswers((answered) => {
    for (const [sites, of] of Map.groupBy(answered, ({ record }) => sideOf(record.action).sites))
      at[sites].count(
        of.flatMap(({ record: { scan_id, result } }) => (result ? [{ scan_id, outcome: result.outcome }] : [])),
      )
  })
  queue.onAnswers((answered) => {
    for (const { record, foreseen } of answered) {
      const { box, outcome } = record.result ?? {}
      if (!box) continue
      const { awaited } = at[sideOf(record.action).sites]
      awaited.answered(box)
      if (outcome === 'undone') awaited.back(box)
      if (outcome === 'inwarded' && foreseen === null) awaited.came(box)
    }
  })
  return { queue, at }
}

/** Without a key for the call: every scan has an id of its own, by which the server knows it again. */
async function send(batch: readonly ScanRecord<DoorResult>[]): Promise<DoorResult[]> {
  const [first] = batch
  const boxes = batch.map(({ code, scan_id, scanned_at, takesBack }) => ({
    ...{ code, scan_id, scanned_at },
    ...(takesBack && { takes_back: takesBack }),
  }))
  const { data } = await sendAt(first?.action ?? '', { boxes, ...(first?.place && { site: first.place }) })
  const byScan = new Map(data.results.map((result) => [result.scan_id, result]))
  return batch.flatMap(({ scan_id }, at) => byScan.get(scan_id) ?? data.results[at] ?? [])
}

interface SentScans {
  boxes: { code: string; scan_id: string; scanned_at: string; takes_back?: string }[]
  site?: string
}

function sendAt(action: string, scans: SentScans) {
  const options = { isKeyless: true, signal: AbortSignal.timeout(timeout) } as const
  const { sites, undo } = sideOf(action)
  const isUndo = action === undo
  return sites === 'india_qc'
    ? api.indiaReceiving.receiveBoxes({ action: isUndo ? 'undo' : 'receive', ...scans }, options)
    : api.receiving.inwardBoxes({ action: isUndo ? 'undo' : 'inward', ...scans }, options)
}

const coming: Readonly<Record<QcSites, string>> = {
  china_qc: key('Box {{box_no}} of shipment {{shipment_id}} is being taken in.'),
  india_qc: key('Box {{box_no}} of shipment {{shipment_id}} is being received.'),
}

/** What the server will say of an awaited box, in the words that are true before it does. */
function foreseen(
  box: AwaitedBox,
  { sites }: DoorSide,
  { code, scan_id }: Pick<DoorResult, 'code' | 'scan_id'>,
): DoorResult {
  const { box_no, shipment_id } = box
  const message = coming[sites]
  return { code, scan_id, outcome: 'inwarded', message, values: { box_no, shipment_id }, box }
}

/** Once the page has nothing to do, or soon after. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2_000 })
    else setTimeout(resolve, 200)
  })
}

function refused({ code, scan_id }: ScanRecord<DoorResult>, failure: unknown): DoorResult {
  const { message, details } = problemOf(failure)
  return {
    code,
    scan_id,
    outcome: 'refused',
    message: details.message_key ?? message,
    values: details.values ?? {},
    box: null,
  }
}

import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '../../../actions/useRows.ts'
import { useUnsaved } from '../../../app/unsaved.ts'
import { useNamed } from '../../../i18n/formats.ts'
import type { AnsweredScan, ListedScan, QueueState } from '../../../scan/scan-queue.ts'
import { playSound, readSoundSettings } from '../../../scan/sounds.ts'
import { useUndoLast } from '../../../scan/use-undo-last.ts'
import { useUserId } from '../../../session/use-user-id.ts'
import { useArrivals } from '../ArrivalsTab.tsx'
import { useConsignments } from '../consignments.ts'
import { openDoor } from './door-queue.ts'
import { type DoorSide, useDoorSide } from './door-side.ts'
import { atOnce, behind, type DoorQueue } from './ExpectedPanel.tsx'
import { type DoorResult, looks, mostUrgent, type Standing } from './outcomes.ts'
import { siteAt, useSiteChoice } from './standing-site.ts'

export type DoorScan = ListedScan<DoorResult>

/** What is still expected is looked at anew once scans halt for so long, and now and then while they do not. */
const haltMillis = 700
const longestMillis = 6_000

/** Where the scanner stands; it is not known before the server has named the sites. */
interface DoorStation {
  code: string | null
  isKnown: boolean
}

/** Whether a scan is to be taken back. */
type Ask = (scan: DoorScan) => Promise<boolean>

/**
 * The scan station: what was scanned, and what can be done about it. `ask` is asked of an earlier scan than the last, `mayGo` of each,
 * for what would go with it.
 */
export function useDoor({ code: site, isKnown }: DoorStation, { ask, mayGo }: { ask: Ask; mayGo: Ask }) {
  const userId = useUserId()
  const side = useDoorSide()
  const door = useMemo(() => openDoor(userId), [userId])
  const { queue } = door
  const subscribe = useMemo(() => behind(queue), [queue])
  const whole = useSyncExternalStore(subscribe, queue.state)
  const state = useMemo(() => ofSide(whole, side), [whole, side])
  /** The large mark shows the last scan, or the one taken back since. */
  const [takenBack, setTakenBack] = useState<string | null>(null)
  const [isFull, setFull] = useState(false)
  const expectAnew = useExpectAnew()
  // They would be gone with the page, which says otherwise when somebody else signs in.
  useUnsaved(!state.isSaved && state.waiting > 0)

  useEffect(() => {
    if (isKnown) door.at[side.sites].awaited.open(site)
  }, [door, side, site, isKnown])
  useEffect(
    () =>
      queue.onAnswers((answered) => {
        // What was shown and sounded before is not said again.
        const isNews = ({ record, foreseen }: AnsweredScan<DoorResult>) => record.result?.outcome !== foreseen?.outcome
        hear(answered.filter(isNews).flatMap(({ record }) => record.result?.outcome ?? []))
        expectAnew()
      }),
    [queue, expectAnew],
  )

  const scan = useCallback(
    (code: string) => {
      const record = queue.scan(code, side.scan, site)
      // Asked for only where something changes: React may draw at once even for the same value, before the scan is sent.
      if (isFull !== (record === null)) setFull(record === null)
      if (takenBack !== null) setTakenBack(null)
      const isForeseen = queue.state().listed[0]?.foreseen != null
      hear(record === null ? ['unknown'] : isForeseen ? ['expected'] : [])
    },
    [queue, side, site, isFull, takenBack],
  )
  const undo = useCallback(
    async (scan: DoorScan) => {
      if (!(await mayGo(scan))) return
      queue.undo(scan.record.scan_id, side.undo)
      setTakenBack(scan.record.scan_id)
    },
    [queue, side, mayGo],
  )
  const undoLast = useUndoLast<DoorResult>({ listed: () => ofSide(queue.state(), side).listed, canUndo, ask, undo })
  return { door, state, takenBack, isFull, scan, undo, undoLast }
}

/** The scan that the large mark shows, drawn without waiting for anything else on the page. */
export function useLastScan(
  queue: DoorQueue,
  takenBack: string | null,
): { last: DoorScan | undefined; isStuck: boolean } {
  const side = useDoorSide()
  const subscribe = useMemo(() => atOnce(queue), [queue])
  const state = useSyncExternalStore(subscribe, queue.state)
  return { last: lastOf(ofSide(state, side), takenBack), isStuck: state.isStuck }
}

/** The queue is one; a station shows what was scanned at its own country's doors. */
function ofSide(state: QueueState<DoorResult>, { scan }: DoorSide): QueueState<DoorResult> {
  const isOwn = ({ record }: DoorScan) => record.action === scan
  return state.listed.every(isOwn) ? state : { ...state, listed: state.listed.filter(isOwn) }
}

export function lastOf({ listed }: QueueState<DoorResult>, takenBack: string | null): DoorScan | undefined {
  return listed.find(({ record }) => record.scan_id === takenBack) ?? listed[0]
}

/** Of several outcomes the one that wants a look most. */
function hear(outcomes: readonly Standing[]): void {
  const outcome = mostUrgent(outcomes)
  const sound = outcome && looks[outcome].sound
  if (sound) playSound(sound, readSoundSettings())
}

/** Loads anew what is expected, a moment after scans were answered and not after each. */
function useExpectAnew(): () => void {
  const refresh = useRefresh()
  const { stale } = useDoorSide()
  const latest = useRef(refresh)
  latest.current = refresh
  const asked = useRef<{ since: number; timer: ReturnType<typeof setTimeout> } | null>(null)
  useEffect(() => () => clearTimeout(asked.current?.timer), [])
  return useCallback(() => {
    const since = asked.current?.since ?? performance.now()
    clearTimeout(asked.current?.timer)
    const left = since + longestMillis - performance.now()
    const timer = setTimeout(
      () => {
        asked.current = null
        void latest.current(stale)
      },
      Math.max(0, Math.min(haltMillis, left)),
    )
    asked.current = { since, timer }
  }, [stale])
}

/** Taken, or still on its way to be. */
export function canUndo({ record, undo }: DoorScan): boolean {
  return undo === null && (record.result === null || record.result.outcome === 'inwarded')
}

export function standingOf({ record, undo, foreseen }: DoorScan): Standing {
  if (undo) return undo.result === null ? 'undoing' : undo.result.outcome
  return record.result?.outcome ?? (foreseen ? 'expected' : 'waiting')
}

/** The box of a scan, as soon as it is known. */
export function boxOf(scan: DoorScan): DoorResult['box'] {
  return resultOf(scan)?.box ?? scan.record.result?.box ?? scan.foreseen?.box ?? null
}

/** The answer that says most of a scan now. */
export function resultOf({ record, undo }: DoorScan): DoorResult | null {
  return undo?.result ?? record.result
}

export interface Station {
  /** The site's code; null while it is not known. */
  code: string | null
  /** The server has named the sites. */
  isKnown: boolean
  /** There are several, and nobody has said which: nothing may be taken in. */
  isMissing: boolean
  /** What a list of this site only is asked with. */
  here: { site?: string }
  /** To choose the site; null where there is but one. */
  control: ReactNode
}

/** The sites where a scanner of this country may stand; none while they are not known. */
function useSites(here: { site?: string }) {
  const isIndia = useDoorSide().sites === 'india_qc'
  const china = useArrivals(here, { enabled: !isIndia })
  const india = useConsignments(here, { enabled: isIndia })
  return (isIndia ? india : china).sites
}

/** Where this workstation stands: the only site there is, or the one that was chosen here. */
export function useStation(): Station {
  const { t } = useTranslation()
  const named = useNamed()
  const [chosen, choose] = useSiteChoice(useDoorSide().siteKey)
  const here = useMemo(() => (chosen === null ? {} : { site: chosen }), [chosen])
  const sites = useSites(here)
  const { code, isMissing, isGone } = siteAt(sites, chosen)
  useEffect(() => {
    if (isGone) choose(null)
  }, [isGone, choose])
  const control =
    sites.length > 1 ? (
      <select
        className="plain-select page-select"
        aria-label={t('Site of this workstation')}
        value={code ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        {code === null ? <option value="">{t('Choose the site…')}</option> : null}
        {sites.map(({ site, site_name, site_name_zh }) => (
          <option key={site} value={site}>
            {named(site_name, site_name_zh)}
          </option>
        ))}
      </select>
    ) : null
  return { code, isKnown: sites.length > 0, here, control, isMissing }
}

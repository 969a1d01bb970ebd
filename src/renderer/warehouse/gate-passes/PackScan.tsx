import './gate-passes.css'
import { Button } from '@blueprintjs/core'
import { ArrowLeft, Plus } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stationCommands } from '../../../shared/areas/gate-passes/rules.ts'
import type { GatePassBoxRow } from '../../../shared/areas/gate-passes/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import type { CallData } from '../../actions/calls.ts'
import { DownloadButton, PrintButton } from '../../actions/files.tsx'
import { problemOf, useSay } from '../../actions/say.ts'
import { isLost } from '../../actions/useAction.ts'
import { useRefresh } from '../../actions/useRows.ts'
import { api, type CallOptions, newKey } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { RowPlace } from '../../i18n/place.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { PhoneMore } from '../../kit/PhoneMore.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { ScanStation, type StationLook } from '../../scan/ScanStation.tsx'
import { scanStation } from '../../scan/scan-station.ts'
import { useStationAnswer } from '../../scan/use-station-answer.ts'
import { useUserId } from '../../session/use-user-id.ts'
import { useLocale } from '../../table/words.ts'
import { useCheckCode } from './CheckCode.tsx'
import { boxStateWords } from './PassBoxes.tsx'
import { PickList, usePickStops } from './PickList.tsx'
import { PackPlan, type PackSaid } from './pack-plan.ts'
import { joined, parted } from './scan-place.ts'
import { useBoxLabels, useBoxWork } from './use-box-work.tsx'

const plan = new PackPlan()

const openQueue = scanStation<PackSaid>({
  name: 'gate-pass-pack',
  taken: ['packed'],
  none: { nm_sku: null, quantity: 0, item: null },
  foresee: (scan) =>
    scan.action === 'pack' ? plan.foresee(parted(scan.place, 5)[2], scan, parted(scan.place, 5)[4]) : null,
  async send(batch, options) {
    const [first] = batch
    const [box, beyond, gatePass, station, shelf] = parted(first?.place, 5)
    const beyond_plan = beyond === 'beyond'
    if (first?.action === 'box') {
      const results: PackSaid[] = []
      // Whole boxes go on one by one: each is an event of its own.
      for (const { code, scan_id } of batch) {
        const about = { gate_pass: gatePass ?? '', code, scan_id, beyond_plan, station: station ?? '' }
        const { data } = await api.gatePasses.addBox(about, options)
        if (data.result) results.push({ ...data.result, scan_id })
      }
      return results
    }
    const scans = batch.map(({ code, scan_id, scanned_at }) => ({ code, scan_id, scanned_at }))
    const { data } =
      first?.action === 'undo'
        ? await api.gatePasses.deleteItem({ box: box ?? '', scans }, options)
        : await api.gatePasses.addItem(
            { box: box ?? '', scans, beyond_plan, ...(shelf && { shelf: decodeURIComponent(shelf) }) },
            options,
          )
    return data.results
  },
})

const looks: Readonly<Record<string, StationLook>> = {
  // The first word, in the frame after the scan; the server's answer takes its place.
  expected: { label: key('On the plan'), tone: 'good', sound: 'good' },
  packed: { label: key('Packed'), tone: 'good', sound: 'good' },
  taken_out: { label: key('Taken back'), tone: 'neutral', sound: 'undone' },
  misread: { label: key('Misread'), tone: 'bad', sound: 'unknown' },
  not_planned: { label: key('Not on the plan'), tone: 'warn', sound: 'unknown' },
  over_plan: { label: key('More than planned'), tone: 'warn', sound: 'unknown' },
  not_due: { label: key('Not due back'), tone: 'warn', sound: 'unknown' },
  not_there: { label: key('Not free here'), tone: 'other', sound: 'unknown' },
  not_in_box: { label: key('Not in this box'), tone: 'warn', sound: 'unknown' },
  box_elsewhere: { label: key('On another gate pass'), tone: 'other', sound: 'unknown' },
  wrong_site: { label: key('At another site'), tone: 'other', sound: 'unknown' },
  box_sealed: { label: key('Sealed'), tone: 'bad', sound: 'unknown' },
  is_box: { label: key('A whole box'), tone: 'warn', sound: 'unknown' },
}

const paper = contract.gatePasses.gatePassPaper
/** SKUs of the walk on screen; the paper has all. */
const MOST_PICKED = 500

const stationKey = 'selvedge.packing-station'
/** The box that is open here outlives a reload: a piece must not go into another. */
const chosenKey = (gatePass: string) => `selvedge.packing-box ${gatePass}`

/** Packing by scan into an open box of this station; several stations pack the same pass at once. */
export function PackScan({ number, onBack }: { number: string; onBack: () => void }) {
  const { t } = useTranslation()
  const card = useBoxLabels()
  const pickList = { gate_pass: number, paper: 'pick_list' } as const
  const found = useStationAnswer('gatePasses.getGatePass', { gate_pass: number })
  return (
    <Page
      title={t('Pack {{number}}', { number })}
      tools={
        <>
          <PhoneMore>
            <DownloadButton call={paper} input={pickList} text={t('Download the pick list')} />
            <PrintButton
              call={paper}
              input={pickList}
              title={t('Pick list of {{number}}', { number })}
              text={t('Print the pick list')}
            />
            <Button
              text={t('Print the command card')}
              loading={card.isMaking}
              onClick={() => void card.open({ gate_pass: number, is_card: true })}
            />
          </PhoneMore>
          <Button icon={<ArrowLeft />} text={t('Back to the gate pass')} onClick={onBack} />
        </>
      }
    >
      <Loaded answer={found} missing={t('There is no such gate pass.')}>
        {({ gate_pass }) => (
          <RowPlace value={gate_pass}>
            <Station pass={gate_pass} />
          </RowPlace>
        )}
      </Loaded>
    </Page>
  )
}

function Station({ pass }: { pass: CallData<'gatePasses.getGatePass'>['gate_pass'] }) {
  const { t, number: shown } = useLocale()
  const { gate_pass } = pass
  const queue = openQueue(useUserId())
  const refreshSoon = useRefreshSoon()
  const [station, setStation] = useState(() => localStorage.getItem(stationKey) ?? '')
  const [chosen, setChosen] = useState(() => sessionStorage.getItem(chosenKey(gate_pass)))
  const [isBeyond, setBeyond] = useState(false)
  const boxes = useStationAnswer('gatePasses.boxes', { gate_pass, which: 'all', page_size: 200 }).data?.rows ?? []
  const left = useStationAnswer('gatePasses.gatePassItems', { gate_pass, only: 'not_packed', page_size: MOST_PICKED })
  const pick = usePickStops(left.data?.rows ?? [])
  const [saidShelf, setShelf] = useState<string | null>(null)
  // Once nothing is left to take there, the next piece comes from the next shelf.
  const shelf = pick.stops.some((stop) => stop.shelf === saidShelf) ? saidShelf : null
  const work = useBoxWork(gate_pass, () => setChosen(null))
  const labels = useBoxLabels()
  const look = useCheckCode(gate_pass)
  const own = boxes.filter(({ state, is_whole }) => state === 'OPEN' && !is_whole)
  const here = boxes.find(({ box_code, state }) => box_code === chosen && state === 'OPEN')
  const mine = own.find((box) => (box.station ?? '') === station)
  useEffect(() => {
    const ended = new AbortController()
    void plan.read(gate_pass, ended.signal)
    return () => ended.abort()
  }, [gate_pass])
  useEffect(() => {
    if (chosen !== null) sessionStorage.setItem(chosenKey(gate_pass), chosen)
  }, [gate_pass, chosen])
  // Who comes back goes on with the box that is open here.
  useEffect(() => {
    if (chosen === null && mine) setChosen(mine.box_code)
  }, [chosen, mine])
  const command = useCommands(queue)
  const say = useSay()
  const choose = (box: string) => {
    command.settle()
    setChosen(box)
  }
  const openBox = () =>
    command.run(async (options) => {
      const made = await api.gatePasses.addBox({ gate_pass, station }, options)
      setChosen(made.data.boxes[0]?.box_code ?? null)
    })
  const sealBox = ({ box_code }: GatePassBoxRow) =>
    command.run(async (options) => {
      const { message } = await api.gatePasses.updateBox({ boxes: [box_code], action: 'seal' }, options)
      setChosen(null)
      showToast({ id: 'pack-command', tone: 'success', text: say.message(message) })
    })
  const before = (code: string): 'done' | 'asked' | Promise<string | null> | null => {
    const said = code.trim().toUpperCase()
    const traced = readTraced(code)
    const box = own.find(({ box_code }) => box_code === (traced.sscc ?? traced.text))
    if (box) choose(box.box_code)
    else if (pick.isShelf(said)) setShelf(said)
    else if (said === stationCommands.open) return openBox()
    else if (said === stationCommands.seal && here) return sealBox(here)
    else if (look.isOn) {
      void look.check(code)
      return 'asked'
    } else return null
    return 'done'
  }
  const name = (text: string) => {
    setStation(text)
    localStorage.setItem(stationKey, text)
  }
  const mayPack = pass.allowed_moves.includes('pack')
  const beyond = isBeyond ? 'beyond' : 'plan'
  const place = [beyond, gate_pass, station.replaceAll(' ', '_'), shelf && encodeURIComponent(shelf)]
  return (
    <>
      <ScanStation
        queue={queue}
        looks={looks}
        action="pack"
        undo="undo"
        boxes={{
          ...{ is: (code) => readTraced(code).sscc !== null, action: 'box', undo: null },
          place: joined(null, ...place),
        }}
        taken={['packed']}
        place={here && command.stands === null ? joined(here.box_code, ...place) : null}
        isHere={(of) => parted(of, 5)[2] === gate_pass}
        placeWords={(of) => parted(of, 5)[2] ?? ''}
        before={before}
        closed={mayPack ? null : t('This gate pass is not packed now.')}
        needsPlace={command.stands ?? t('Open a box first, or scan the label of one that is open.')}
        label={
          here === undefined
            ? t('Box')
            : shelf === null
              ? t('Pieces into box {{n}}', { n: here.box_no })
              : t('Pieces from {{shelf}} into box {{n}}', { shelf, n: here.box_no })
        }
        placeholder={here ? t('Scan every piece, a whole box, or another box') : t('Scan a box, or open a new one')}
        ready={{
          title: t('Ready to pack'),
          text: t('Scan {{open}} for a new box and {{seal}} when it is full.', stationCommands),
        }}
        about={({ item }) =>
          item?.planned ? (
            <div className="last-scan-sum">
              <b>{`${shown(item.packed ?? 0)}/${shown(item.planned)}`}</b>
            </div>
          ) : null
        }
        onAnswered={(results) => {
          plan.learn(results)
          refreshSoon()
        }}
        tools={
          <span className="pack-tools">
            <label className="check-label">
              <input type="checkbox" checked={isBeyond} onChange={({ target }) => setBeyond(target.checked)} />
              {t('Also beyond the plan')}
            </label>
            {look.choice}
          </span>
        }
      >
        <div className="pack-side">
          {look.shown}
          <div className="pack-sum">
            <span>{t('Packed')}</span>
            <b>{pass.planned ? `${shown(pass.packed ?? 0)}/${shown(pass.planned)}` : shown(pass.packed ?? 0)}</b>
          </div>
          <div className="field">
            <label className="field-label" htmlFor="packing-station">
              {t('This station')}
            </label>
            <input
              id="packing-station"
              className="text-field"
              maxLength={40}
              value={station}
              placeholder={t('Table 2')}
              aria-describedby="packing-station-hint"
              onChange={({ target }) => name(target.value)}
            />
            <p className="muted" id="packing-station-hint">
              {t('The name of this workplace. Boxes opened here carry it, and packing goes on with them here.')}
            </p>
          </div>
          <div className="pack-side-row">
            <Button
              icon={<Plus />}
              intent={here ? 'none' : 'primary'}
              text={t('New box')}
              loading={command.isRunning}
              disabled={!mayPack}
              onClick={() => void openBox().then(command.tell)}
            />
          </div>
          {here ? (
            <div className="pack-side-row">
              <Button
                intent="primary"
                text={t('Seal box {{n}}', { n: here.box_no })}
                disabled={here.skus === 0}
                loading={command.isRunning}
                onClick={() => void sealBox(here).then(command.tell)}
              />
              <Button text={t('Weigh…')} onClick={() => work.weigh(here)} />
              <Button
                text={t('Label')}
                loading={labels.isMaking}
                onClick={() => void labels.open({ gate_pass, boxes: [here.box_code] })}
              />
            </div>
          ) : null}
          {pass.planned ? (
            <PickList
              {...pick}
              isKnown={left.data !== undefined}
              hasMore={left.data?.next_cursor != null}
              shelf={shelf}
              onShelf={setShelf}
            />
          ) : null}
          <BoxList boxes={boxes} chosen={here?.box_code ?? null} onChoose={choose} />
        </div>
      </ScanStation>
      {work.dialogs}
    </>
  )
}

/** Scans that wait are sent before a box is sealed; after this long they are taken to have no line. */
const SENT_MS = 5_000

/**
 * Commands of a packing station, one at a time. Until one is done it is not known which box the next piece goes into: pieces are not taken
 * meanwhile (`stands` says why), nor after one that failed, until a box is chosen. A command that found no line is not sent later: what
 * was packed since would be in another box.
 */
function useCommands(queue: ReturnType<typeof openQueue>) {
  const { t } = useTranslation()
  const say = useSay()
  const refresh = useRefresh()
  const [state, setState] = useState<'none' | 'running' | 'failed'>('none')
  const run = async (work: (options: CallOptions) => Promise<unknown>): Promise<string | null> => {
    if (state === 'running') return t('The command before is still under way. Scan this one again.')
    setState('running')
    try {
      const begun = performance.now()
      while (queue.state().waiting > 0 && performance.now() - begun < SENT_MS) await sleep(50)
      if (queue.state().waiting > 0) {
        setState('failed')
        return t('Pieces that were scanned before are not saved yet. Choose the box that the next pieces go into.')
      }
      await work({ key: newKey() })
      await refresh(['gatePasses'])
      setState('none')
      return null
    } catch (failure) {
      setState('failed')
      const problem = problemOf(failure)
      if (!isLost(problem)) return say.problem(problem)
      return t('A box is opened or sealed only with a connection. Choose the box that the next pieces go into.')
    }
  }
  return {
    run,
    isRunning: state === 'running',
    stands:
      state === 'none'
        ? null
        : state === 'running'
          ? t('A box is being opened or sealed. Scan the piece again in a moment.')
          : t(
              'The last command was not taken. Choose the box that the piece goes into: scan its label, or press it in the list.',
            ),
    settle: () => setState((now) => (now === 'failed' ? 'none' : now)),
    /** Of a command that was pressed, not scanned. */
    tell: (why: string | null) => {
      if (why !== null) showToast({ id: 'pack-command', tone: 'error', text: why })
    },
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Lists are read again once scans pause, and while they do not, so often: a reading stands in the way of the next scan. */
const LISTS_MS = { pause: 600, most: 5_000 }

function useRefreshSoon(): () => void {
  const refresh = useRefresh()
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined)
  const due = useRef(0)
  const latest = useRef(refresh)
  latest.current = refresh
  // Whoever leaves sees on the next page what was packed last.
  useEffect(
    () => () => {
      if (soon.current === undefined) return
      clearTimeout(soon.current)
      soon.current = undefined
      void latest.current(['gatePasses'])
    },
    [],
  )
  return () => {
    if (soon.current === undefined) due.current = performance.now() + LISTS_MS.most
    clearTimeout(soon.current)
    const wait = Math.min(LISTS_MS.pause, Math.max(0, due.current - performance.now()))
    soon.current = setTimeout(() => {
      soon.current = undefined
      void latest.current(['gatePasses'])
    }, wait)
  }
}

interface BoxListProps {
  boxes: readonly GatePassBoxRow[]
  chosen: string | null
  onChoose: (box: string) => void
}

/** Open boxes first: each can be gone on with here; the last sealed ones stand below them. */
function BoxList({ boxes, chosen, onChoose }: BoxListProps) {
  const { t, number: shown } = useLocale()
  const open = boxes.filter(({ state }) => state === 'OPEN')
  const others = boxes.filter(({ state }) => state !== 'OPEN').slice(-4)
  return (
    <>
      <h2>{t('Packed boxes')}</h2>
      <ul className="pack-boxes">
        {[...open, ...others].map((box) => (
          <li key={box.box_code}>
            <button
              type="button"
              aria-pressed={box.box_code === chosen}
              disabled={box.state !== 'OPEN'}
              onClick={() => onChoose(box.box_code)}
            >
              <b>{t('Box {{n}}', { n: box.box_no })}</b>
              <span>
                {[box.station, box.state === 'OPEN' ? null : t(boxStateWords[box.state])].filter(Boolean).join(' · ')}
              </span>
              <span>{t('{{n}} pcs', { n: shown(box.pieces ?? 0) })}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

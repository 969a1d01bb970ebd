import './bench.css'
import '../count/count.css'
import '../inspect/inspect.css'
import { Button } from '@blueprintjs/core'
import { Cross, Print } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { type BenchCommand, benchCommandOf } from '../../../../shared/areas/inspection/bench.ts'
import { contract } from '../../../../shared/areas.ts'
import { readTraced } from '../../../../shared/kernel/traced-code.ts'
import { useFile } from '../../../actions/files.tsx'
import { Loaded } from '../../../kit/Loaded.tsx'
import { Page } from '../../../kit/Page.tsx'
import { EmptyState } from '../../../kit/states.tsx'
import { showToast } from '../../../kit/Toasts.tsx'
import { isUnderDialog } from '../../../scan/page-scans.ts'
import { Barcode, ScanField } from '../../../scan/ScanField.tsx'
import { playSound, readSoundSettings } from '../../../scan/sounds.ts'
import { useLocale } from '../../../table/words.ts'
import { useBoxData } from '../box/use-box-data.ts'
import type { BoxView } from '../list/qc-filters.ts'
import { useFindBox, viewOfNextStep } from '../scan/use-box-scans.ts'
import { BenchBox, type BenchHandle } from './BenchBox.tsx'
import type { DoneBox } from './use-bench-box.ts'

interface BenchProps {
  /** The SSCC of the box on the bench; empty while none lies there. */
  boxRef: string
  onBox: (sscc: string) => void
  onClose: () => void
  onWhole: (sscc: string, view: BoxView) => void
}

const commandKeys: Readonly<Record<string, BenchCommand>> = { F2: 'declared', F4: 'hold', F8: 'fail', F9: 'pass' }

/** How long a key waits for the box that was scanned right before it, in milliseconds. */
const patience = 8_000

/** A bench of QC: a scan brings a box, a key counts it as declared, another passes it; the next scan saves and brings the next. */
export function Bench({ boxRef, onBox, onClose, onWhole }: BenchProps) {
  const { t } = useLocale()
  const file = useFile()
  const find = useFindBox({ asDeclared: true })
  const handle = useRef<BenchHandle | null>(null)
  const wanted = useRef(boxRef)
  // Back, and a scan that came before the bench stood, bring boxes too.
  useEffect(() => {
    wanted.current = boxRef
  }, [boxRef])
  /** The code for which the box on the bench could not be saved: scanned once more, it comes all the same. */
  const refused = useRef('')
  const [done, setDone] = useState<readonly DoneBox[]>([])
  // One after the other: a scan waits for what the key before it saves.
  const turn = useRef(Promise.resolve())
  const inTurn = (work: () => Promise<void>) => {
    turn.current = turn.current.then(work, work)
  }
  const bring = (sscc: string) => {
    wanted.current = sscc
    onBox(sscc)
  }
  const buzz = () => playSound('unknown', readSoundSettings())
  const onBench = async (): Promise<BenchHandle | null> => {
    const until = performance.now() + patience
    while (wanted.current !== '' && handle.current?.sscc !== wanted.current && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20))
    return handle.current
  }
  const command = async (what: BenchCommand) => {
    const box = await onBench()
    if (box === null) return buzz()
    if (what !== 'next') return void (await box.run(what))
    if (await box.settle()) bring('')
  }
  const take = async (code: string) => {
    const said = benchCommandOf(code)
    if (said) return command(said)
    const box = await onBench()
    if (box?.piece(readTraced(code).text)) return playSound('good', readSoundSettings())
    const found = await find(code)
    if (!found || found.box.sscc === box?.sscc) return
    const { sscc } = found.box
    if (box !== null && refused.current !== sscc && !(await box.settle())) {
      refused.current = sscc
      const text = t('The box on the bench is not finished.')
      showToast({
        id: 'bench-refused',
        tone: 'error',
        text,
        more: t('Scan the next one again to leave it as a draft.'),
      })
      return
    }
    refused.current = ''
    bring(sscc)
  }
  const latest = useRef(command)
  latest.current = command
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isNext = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      const what = isNext ? 'next' : event.ctrlKey || event.altKey || event.metaKey ? undefined : commandKeys[event.key]
      if (what === undefined || isUnderDialog()) return
      event.preventDefault()
      event.stopPropagation()
      const work = () => latest.current(what)
      if (!event.repeat) turn.current = turn.current.then(work, work)
    }
    // Before the grid of the count, which has an F2 of its own.
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
  return (
    <Page
      title={t('QC bench')}
      tools={
        <>
          <Button
            icon={<Print />}
            text={t('Sheet of commands (PDF)')}
            loading={file.isGetting}
            onClick={() => file.get(contract.inspection.benchCommandSheet, {})}
          />
          <Button icon={<Cross />} text={t('Close the bench')} onClick={onClose} />
        </>
      }
    >
      <div className="bench">
        <div className="bench-top">
          <ScanField
            label={t('Scan a box, a piece or a command')}
            placeholder={t('SSCC or tracking ID')}
            onScan={({ code }) => inTurn(() => take(code))}
            onUndo={() => handle.current?.undo()}
          />
          <DoneBoxes done={done} />
        </div>
        {boxRef === '' ? (
          <EmptyState
            title={t('Scan a box')}
            text={t('F2 counts it as declared, F9 says that its sample was looked at and all of it is good.')}
          />
        ) : (
          <OnBench
            key={boxRef}
            boxRef={boxRef}
            handle={handle}
            onDone={(box) => setDone((now) => [box, ...now.filter(({ sscc }) => sscc !== box.sscc)].slice(0, 50))}
            onPress={(what) => inTurn(() => command(what))}
            onWhole={onWhole}
          />
        )}
      </div>
    </Page>
  )
}

interface OnBenchProps extends Pick<BenchProps, 'boxRef' | 'onWhole'> {
  handle: Parameters<typeof BenchBox>[0]['handle']
  onDone: (done: DoneBox) => void
  onPress: (command: BenchCommand) => void
}

function OnBench({ boxRef, handle, onDone, onPress, onWhole }: OnBenchProps) {
  const { t } = useLocale()
  const { details, take } = useBoxData(boxRef, true)
  return (
    <Loaded answer={details} rows={8} missing={t('There is no such box at QC.')}>
      {(data) => (
        <BenchBox
          {...{ details: data, take, handle, onDone, onPress }}
          onWhole={() => onWhole(data.box.sscc, viewOfNextStep(data.box))}
        />
      )}
    </Loaded>
  )
}

/** The boxes that were worked on here, the last first. */
function DoneBoxes({ done }: { done: readonly DoneBox[] }) {
  const { t, number } = useLocale()
  if (done.length === 0) return null
  return (
    <div className="bench-done" role="status">
      <span>{t('Done at this bench: {{n}}', { n: number(done.length) })}</span>
      <ol>
        {done.slice(0, 3).map(({ sscc, box_no, words, isHeldUp }) => (
          <li key={sscc} data-held-up={isHeldUp || undefined}>
            <b>{box_no}</b> {words}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Opens the bench of a QC platform. */
export function BenchButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useLocale()
  return <Button size="small" icon={<Barcode size={14} />} text={t('QC bench')} onClick={onOpen} />
}

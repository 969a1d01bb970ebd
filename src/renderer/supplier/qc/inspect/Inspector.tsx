import './inspect.css'
import { useCallback, useState } from 'react'
import { readTraced } from '../../../../shared/kernel/traced-code.ts'
import { useSay } from '../../../actions/say.ts'
import { SaveBar } from '../../../forms/SaveBar.tsx'
import { key } from '../../../i18n/formats.ts'
import { KeyList } from '../../../kit/KeyList.tsx'
import { Tabs } from '../../../kit/Page.tsx'
import { useConfirm } from '../../../kit/useConfirm.tsx'
import { PhotoField } from '../../../photos/PhotoField.tsx'
import { useLoneKeys, usePageScans } from '../../../scan/page-scans.ts'
import { useLocale } from '../../../table/words.ts'
import type { AfterCommand, BoxDetails } from '../box/box-data.ts'
import { ChangedMeanwhile } from '../checklist/ChangedMeanwhile.tsx'
import { ChecklistPart } from '../checklist/ChecklistPart.tsx'
import { openItems } from '../checklist/checklist-draft.ts'
import type { BoxView } from '../list/qc-filters.ts'
import { ChinaPanel, useChina } from './ChinaBeside.tsx'
import { DefectList } from './DefectList.tsx'
import { useDefectTiles } from './DefectTiles.tsx'
import { addDefect, emptyInspection, isWorkedOn, type PlanWish, type Source } from './draft.ts'
import { EarlierInspections } from './EarlierInspections.tsx'
import { HeldWhy } from './HeldWhy.tsx'
import { LooserPlan } from './LooserPlan.tsx'
import { blockingLot, type LotState, nextToJudge } from './lot-states.ts'
import { MeasurePart } from './MeasurePart.tsx'
import { PiecesPart } from './PiecesPart.tsx'
import { PlanSettings, PlanTable } from './PlanTable.tsx'
import { ProposedPlan } from './ProposedPlan.tsx'
import { wholeField } from './photo-problem.ts'
import { SampleTable, SourceChoice } from './SampleTable.tsx'
import { type Inspecting, useInspection } from './use-inspection.ts'
import { TallyPanel, VerdictPanel } from './VerdictPanel.tsx'

type Part = 'sample' | 'checklist' | 'defects' | 'pieces' | 'measurements' | 'photos' | 'earlier'

interface InspectorProps {
  details: BoxDetails
  take: (after: AfterCommand) => void
  /** Nothing waits any more. */
  onDone: () => void
}

/** An inspection at work: its parts at the left, the tally and the verdict always in sight at the right. */
export function Inspector({ details, take, onDone }: InspectorProps) {
  const { t, number } = useLocale()
  const say = useSay()
  const inspecting = useInspection(details, take)
  const { draft, change, standing, faults, photos } = inspecting
  const [part, setPart] = useState<Part>(draft.source === 'failed' && !inspecting.isTyped ? 'earlier' : 'sample')
  const [chosenLot, setChosenLot] = useState<string | undefined>()
  const lot = chosenOf(standing.lots, chosenLot)
  const tiles = useDefectTiles(draft, change, inspecting.waiting)
  // A piece in the hand: its defects are counted next.
  usePageScans((code) => {
    const isPiece = tiles.choose(readTraced(code).text)
    if (isPiece) setPart('defects')
    return isPiece
  }, 1)
  const found = useChina(details.china)
  const china = found !== null && found.size > 0 ? found : null
  const wishFor = ({ aqls, ...wish }: PlanWish) =>
    change((now) => ({
      ...now,
      wish: { ...now.wish, ...wish, ...(aqls && { aqls: { ...now.wish.aqls, ...aqls } }) },
    }))
  const onDefect = useCallback(
    (sku: string) => {
      change((now) => addDefect(now, sku))
      setPart('defects')
    },
    [change],
  )
  const confirm = useConfirm()
  const discard = async () => {
    const { defects, imageIds } = draft
    const images = imageIds.length + defects.reduce((sum, one) => sum + one.imageIds.length, 0)
    const isAgreed =
      (defects.length === 0 && images === 0 && photos.state === null) ||
      (await confirm.ask({
        title: t('Discard this inspection?'),
        text: t('Defects: {{defects}} · photos: {{photos}}. They are gone then.', {
          defects: number(defects.length),
          photos: number(images),
        }),
        confirm: t('Discard'),
        isDangerous: true,
      }))
    if (!isAgreed) return
    photos.drop()
    inspecting.discard()
  }
  const save = async () => {
    const after = await inspecting.save()
    if (!after) return
    photos.drop()
    setPart('sample')
    setChosenLot(undefined)
    const { to_inspect, on_hold } = after.box.quantities
    if (to_inspect + on_hold === 0) onDone()
  }
  const { items } = details.checklist
  const [fault] = faults
  const blocking = inspecting.isTyped ? blockingLot(standing.lots, faults) : undefined
  const show = (lotKey: string, next: Part = 'sample') => {
    setChosenLot(lotKey)
    setPart(next)
  }
  const toChecklist = inspecting.isTyped && fault?.part === 'checklist' ? () => setPart('checklist') : undefined
  const toBlocking =
    toChecklist ?? (blocking && (() => show(blocking.plan.lot_key, fault?.part === 'verdict' ? 'sample' : fault?.part)))
  const goOn = (from: string) => {
    const next = nextToJudge(standing.lots, from)
    if (next) setChosenLot(next.plan.lot_key)
  }
  const [isHelpOpen, setHelpOpen] = useState(false)
  useLoneKeys({
    n: () => (toBlocking ? toBlocking() : goOn(lot?.plan.lot_key ?? '')),
    '?': () => setHelpOpen(true),
  })
  const problem =
    photos.problem !== null
      ? say.message(photos.problem.message, photos.problem.values)
      : fault
        ? say.message(fault.message, { ...(fault.nm_sku && { nm_sku: fault.nm_sku }), ...fault.values })
        : null
  return (
    <div className="qc-work">
      <div className="qc-main">
        <div className="qc-subtabs">
          <Tabs
            label={t('Parts of the inspection')}
            tabs={[
              { key: 'sample', label: t('Plan and sample') },
              ...(items.length + inspecting.checks.refused.length > 0
                ? [{ key: 'checklist' as const, label: t('Checklist'), count: openItems(draft, items).length }]
                : []),
              { key: 'defects', label: t('Defects'), count: draft.defects.length },
              { key: 'pieces', label: t('Pieces') },
              { key: 'measurements', label: t('Measurements') },
              { key: 'photos', label: t('Photos'), count: draft.imageIds.length },
              { key: 'earlier', label: t('Earlier'), count: details.inspections.length },
            ]}
            tab={part}
            onTab={setPart}
          />
          <Sources details={details} inspecting={inspecting} />
        </div>
        <div className="qc-scroll">
          <ChangedMeanwhile draft={draft} now={details} onGoOn={inspecting.goOn} />
          {part === 'sample' || part === 'pieces' ? <HeldWhy details={details} /> : null}
          {part === 'sample' ? (
            <>
              {details.proposal && draft.source === 'to_inspect' ? (
                <ProposedPlan
                  proposal={details.proposal}
                  plans={standing.lots.map(({ plan }) => plan)}
                  onWish={wishFor}
                />
              ) : null}
              <PlanSettings plans={standing.lots.map(({ plan }) => plan)} unwished={details.plans} onWish={wishFor} />
              <LooserPlan lots={standing.lots} draft={draft} change={change} />
              <PlanTable lots={standing.lots} lotKey={lot?.plan.lot_key} onChoose={setChosenLot} />
              {lot ? (
                <SampleTable
                  {...{ lot, china, draft, change, onDefect }}
                  sscc={details.box.sscc}
                  boxNo={details.box.box_no}
                />
              ) : null}
            </>
          ) : null}
          {part === 'checklist' ? (
            <ChecklistPart items={items} draft={draft} change={change} {...inspecting.checks} />
          ) : null}
          <div hidden={part !== 'defects'}>
            <DefectList {...{ draft, change, photos, tiles }} lines={inspecting.waiting} />
          </div>
          {part === 'pieces' ? <PiecesPart draft={draft} lines={inspecting.waiting} change={change} /> : null}
          {part === 'measurements' ? (
            <MeasurePart draft={draft} lines={inspecting.waiting} measures={details.measures} change={change} />
          ) : null}
          <div hidden={part !== 'photos'}>
            <PhotoField
              value={draft.imageIds}
              max={60}
              label={t('Photos of the inspection')}
              onChange={(ids) => change((now) => ({ ...now, imageIds: ids }))}
              place={{ ...photos.place, field: wholeField }}
              gone={photos.gone}
            />
          </div>
          {part === 'earlier' ? (
            <EarlierInspections box={details.box} inspections={details.inspections} lines={details.lines} />
          ) : null}
        </div>
        {inspecting.isTyped ? (
          <SaveBar
            summary={t('Passed {{passed}} · failed {{failed}} · on hold {{on_hold}}', {
              passed: number(standing.judged.passed),
              failed: number(standing.judged.failed),
              on_hold: number(standing.judged.on_hold),
            })}
            problem={problem}
            isSaving={inspecting.isSaving}
            error={inspecting.error}
            onSave={() => void save()}
            onDiscard={() => void discard()}
          />
        ) : null}
      </div>
      <aside className="qc-side" aria-label={t('Tally and verdict')}>
        {lot ? (
          <TallyPanel
            {...{ lot, draft, change }}
            onGiven={() => goOn(lot.plan.lot_key)}
            onChoose={(lotKey) => setChosenLot(lotKey)}
          />
        ) : null}
        <VerdictPanel inspecting={inspecting} onBlocking={toBlocking ?? null} />
        <p className="muted qc-keys-hint">{t('? lists the keys')}</p>
        {lot && china ? <ChinaPanel lines={lot.lines} china={china} /> : null}
      </aside>
      {confirm.dialog}
      <KeyList
        isOpen={isHelpOpen}
        onClose={() => setHelpOpen(false)}
        keys={keys.map(([press, does]) => [press, t(does)] as const)}
      />
    </div>
  )
}

const keys = [
  ['L', key('All looked at')],
  ['A', key('Accept the lot')],
  ['R', key('Reject the lot')],
  ['N', key('The lot that blocks, or the next without a verdict')],
  ['P F H', key('In a cell of the pieces: pass, fail, hold what is left')],
  ['Ctrl + S', key('Save')],
  ['?', key('This list')],
] as const

/** The lot that was chosen, otherwise the first of which pieces wait. */
function chosenOf(lots: readonly LotState[], lotKey: string | undefined): LotState | undefined {
  const chosen = lots.find(({ plan }) => plan.lot_key === lotKey)
  return chosen ?? lots.find(({ lines }) => lines.length > 0) ?? lots[0]
}

/** Other pieces are another inspection: what was typed for these is given up only when asked. */
function Sources({ details, inspecting }: { details: BoxDetails; inspecting: Inspecting }) {
  const { t } = useLocale()
  const confirm = useConfirm()
  const { draft, change, photos } = inspecting
  const choose = async (source: Source) => {
    const isAgreed =
      (!isWorkedOn(draft) && photos.state === null) ||
      (await confirm.ask({
        title: t('Start another inspection?'),
        text: t('What was typed for the pieces chosen before is discarded.'),
        confirm: t('Start'),
        isDangerous: true,
      }))
    if (!isAgreed) return
    photos.drop()
    change(() => emptyInspection(source))
  }
  return (
    <>
      <SourceChoice
        source={draft.source}
        quantities={details.box.quantities}
        canReinspect={details.box.allowed_actions.includes('reinspect')}
        onChoose={(source) => void choose(source)}
      />
      {confirm.dialog}
    </>
  )
}

interface InspectViewProps {
  details: BoxDetails
  take: (after: AfterCommand) => void
  onView: (view: BoxView) => void
}

/** Judging the pieces of a box; once nothing waits, what was found. */
export function InspectView({ details, take, onView }: InspectViewProps) {
  const { allowed_actions } = details.box
  const canJudge = allowed_actions.includes('inspect') || allowed_actions.includes('reinspect')
  if (canJudge) return <Inspector details={details} take={take} onDone={() => onView('overview')} />
  return (
    <section className="tabbed-scroll tabbed-pad">
      <EarlierInspections box={details.box} inspections={details.inspections} lines={details.lines} />
    </section>
  )
}

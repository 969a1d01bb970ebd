import './fabrics.css'
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import type { RollRow } from '../../../shared/areas/materials/calls.ts'
import { rollDefectWords } from '../../../shared/areas/materials/four-point.ts'
import { materialUnitWords } from '../../../shared/areas/materials/material.ts'
import { rollMoveWords } from '../../../shared/areas/materials/roll.ts'
import { rollLife, rollStateWords } from '../../../shared/areas/materials/roll-life.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import { ClosedMoves } from '../../actions/ClosedMoves.tsx'
import type { CallData } from '../../actions/calls.ts'
import { MenuButton } from '../../actions/files.tsx'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key } from '../../i18n/formats.ts'
import { Legend, type Series } from '../../kit/charts/ChartFigure.tsx'
import { RowBars } from '../../kit/charts/RowBars.tsx'
import { Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Instant } from '../../kit/states.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { PhotoStrip } from '../../photos/PhotoField.tsx'
import { PhotoSourceContext } from '../../photos/photo-source.ts'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { InspectDialog } from './InspectDialog.tsx'
import { availableTo, ClothDialog, FactsDialog, handMoves, ShelfDialog } from './RollDialogs.tsx'
import { useRollLabels } from './use-roll-labels.ts'

type Found = CallData<'materials.getRoll'>
const width = 760

/** One roll: where its cloth is, what inspections found, who holds it, and what may be done with it. */
export function RollDrawer({ roll, onClose }: { roll: string; onClose: () => void }) {
  const { t } = useLocale()
  const answer = useAnswer('materials.getRoll', { roll })
  return (
    <LoadedDrawer answer={answer} title={roll} width={width} onClose={onClose} missing={t('This roll is not there')}>
      {(found) => <Opened found={found} onClose={onClose} />}
    </LoadedDrawer>
  )
}

const moveNames = {
  accept: key('Accept'),
  reject: key('Reject'),
  hold: key('Hold'),
  reinspect: key('Inspect again'),
} as const

function Opened({ found, onClose }: { found: Found; onClose: () => void }) {
  const { t, name } = useLocale()
  const { roll, moves, inspections, held_by, history } = found
  const [tab, setTab] = useState<'roll' | 'inspections' | 'history'>('roll')
  const mayChange = useRight('changeMaterials')
  return (
    <TabbedDrawer
      of={roll}
      title={`${roll.roll} · ${name(roll.name, roll.name_zh)}`}
      beside={<StatusTag status={rollStateWords[roll.state]} />}
      width={width}
      onClose={onClose}
      head={mayChange ? <RollActions found={found} /> : null}
      tab={tab}
      onTab={setTab}
      tabs={[
        {
          key: 'roll',
          label: t('Roll'),
          shows: () => (
            <>
              <Section>
                <FactList fields={facts} row={roll} />
              </Section>
              <Section title={t('Where its cloth is')}>
                <Quantities roll={roll} />
              </Section>
              <Section title={t('Held by orders')}>
                {held_by.length === 0 ? (
                  <p className="muted">{t('No order holds any of it.')}</p>
                ) : (
                  <FieldTable fields={holderFields} rows={held_by} rowKey={({ order_id }) => order_id} />
                )}
              </Section>
              {mayChange ? <WhyClosed moves={moves} /> : null}
            </>
          ),
        },
        {
          key: 'inspections',
          label: t('Inspections'),
          count: inspections.length,
          shows: () => <Inspections all={inspections} />,
        },
        {
          key: 'history',
          label: t('History'),
          count: history.length,
          shows: () => (
            <Section>
              <Timeline events={history} about={({ details }) => <EventWords details={details} />} />
            </Section>
          ),
        },
      ]}
    />
  )
}

/** Why something cannot be done; where nothing can, why it cannot be inspected again. */
function WhyClosed({ moves }: Pick<Found, 'moves'>) {
  const say = useSay()
  const again = moves.find(({ move }) => move === 'reinspect')?.closed
  if (openMoves(moves).length > 0) return <ClosedMoves moves={moves} usual={rollLife.usual} names={moveNames} />
  return again ? (
    <Section>
      <p className="muted">{say.message(again.message, again.values)}</p>
    </Section>
  ) : null
}

/** What a change of a roll says, and its name on the form. */
const factNames = [
  ['lot', key('Dye lot')],
  ['shade', key('Shade')],
  ['length_m', key('Length (m)')],
  ['width_cm', key('Width (cm)')],
  ['gsm', key('GSM')],
  ['shrinkage', key('Shrinkage (%)')],
] as const

function EventWords({ details }: { details: Found['history'][number]['details'] }) {
  const { t, labelled, number } = useLocale()
  const facts = factNames.flatMap(([name, label]) => {
    const value = details[name]
    if (typeof value !== 'string' && typeof value !== 'number') return []
    return [labelled(t(label), typeof value === 'number' ? number(value) : value)]
  })
  const said = [details.amount, details.order_id, ...facts, details.reason, details.remark, details.place]
  const words = said.filter((one) => (typeof one === 'string' && one !== '') || typeof one === 'number')
  return words.length === 0 ? null : <p className="muted">{words.join(' · ')}</p>
}

/** What may be done with it now. */
function RollActions({ found: { roll, moves, held_by } }: { found: Found }) {
  const { t } = useLocale()
  const open = openMoves(moves)
  const inspect = useDialog(InspectDialog)
  const cloth = useDialog(ClothDialog)
  const shelf = useDialog(ShelfDialog)
  const facts = useDialog(FactsDialog)
  const labels = useRollLabels()
  const hold = useJudging(roll, 'hold')
  const reject = useJudging(roll, 'reject')
  const again = useJudging(roll, 'reinspect')
  const ways = handMoves.filter((kind) => availableTo(kind, roll) > 0)
  return (
    <div className="fabric-actions">
      {open.includes('accept') ? (
        <Button intent="primary" text={t('Inspect…')} onClick={() => inspect.open({ roll })} />
      ) : null}
      {open.includes('hold') ? <Button text={t('Hold…')} onClick={() => hold.ask()} /> : null}
      {open.includes('reject') ? <Button text={t('Reject…')} onClick={() => reject.ask()} /> : null}
      {open.includes('reinspect') ? <Button text={t('Inspect again…')} onClick={() => again.ask()} /> : null}
      {held_by.length > 0 ? (
        <Button text={t('Cut for an order…')} onClick={() => cloth.open({ kind: 'cut', roll, heldBy: held_by })} />
      ) : null}
      <MenuButton
        text={t('More')}
        items={[
          [t('Move to shelf…'), () => shelf.open({ roll })],
          [t('Change…'), () => facts.open({ roll })],
          ...ways
            .filter((kind) => kind !== 'cut')
            .map((kind) => [`${t(rollMoveWords[kind])}…`, () => cloth.open({ kind, roll, heldBy: held_by })] as const),
          [t('Print label…'), () => labels.open([roll.roll])],
        ]}
      />
      {inspect.dialog}
      {cloth.dialog}
      {shelf.dialog}
      {facts.dialog}
      {labels.dialog}
      {hold.dialog}
      {reject.dialog}
      {again.dialog}
    </div>
  )
}

const judgings = {
  hold: {
    title: key('Put roll {{roll}} on hold?'),
    usual: [key('Waits for the mill'), key('Waits for a lab dip')],
  },
  reject: { title: key('Reject roll {{roll}}?'), usual: [key('Wrong shade'), key('Wrong width'), key('Wrong fabric')] },
  reinspect: {
    title: key('Inspect roll {{roll}} again?'),
    usual: [key('Doubt about the verdict'), key('Damaged in store')],
  },
} as const

/** A verdict without an inspection, for a reason. */
function useJudging(roll: RollRow, chosen: keyof typeof judgings) {
  const { t } = useLocale()
  const { title, usual } = judgings[chosen]
  return useAskedAction(
    ({ reason }, options) =>
      api.materials.inspectRoll(
        { roll: roll.roll, version: roll.version, chosen, remark: reason, defects: [], image_ids: [] },
        options,
      ),
    {
      refresh: ['materials', 'production'],
      looksAgain: true,
      ask: () => ({
        draft: `roll.${chosen}.${roll.roll}`,
        title: t(title, { roll: roll.roll }),
        text: null,
        confirm: t(moveNames[chosen]),
        usual,
      }),
    },
  )
}

const facts: readonly ShownField<RollRow>[] = [
  { id: 'material', header: key('Fabric'), kind: 'code', of: (row) => row.material_id },
  { id: 'color', header: key('Colour'), of: (row) => row.color },
  { id: 'lot', header: key('Dye lot'), kind: 'code', of: (row) => row.lot },
  { id: 'shade', header: key('Shade'), kind: 'code', of: (row) => row.shade },
  { id: 'supplier', header: key('Mill’s roll no.'), kind: 'code', of: (row) => row.supplier_roll },
  { id: 'site', header: key('Site '), kind: 'code', of: (row) => row.site },
  { id: 'place', header: key('Shelf'), of: ({ place }, { t }) => place ?? t('On the floor') },
  { id: 'width', header: key('Width (cm)'), kind: 'number', digits: 1, of: (row) => row.width_cm },
  { id: 'gsm', header: key('GSM'), kind: 'number', of: (row) => row.gsm },
  { id: 'shrinkage', header: key('Shrinkage (%)'), kind: 'number', digits: 1, of: (row) => row.shrinkage },
  { id: 'received_on', header: key('Received'), kind: 'day', of: (row) => row.received_on },
  { id: 'score', header: key('Points in 100 yd²'), kind: 'number', digits: 2, of: (row) => row.score },
  {
    id: 'sampled',
    header: key('Inspection'),
    of: ({ is_sampled }, { t }) => (is_sampled ? t('Proposed: it is among the sampled rolls') : null),
  },
]

const buckets = [
  { key: 'free', label: key('Free '), tone: 'good' },
  { key: 'waiting', label: key('Not accepted'), tone: 'minor' },
  { key: 'reserved', label: key('Reserved '), tone: 'major' },
  { key: 'consumed', label: key('Consumed '), tone: 'plain' },
  { key: 'written_off', label: key('Written off '), tone: 'bad' },
  { key: 'returned', label: key('Returned '), tone: 'minor' },
] as const

function Quantities({ roll }: { roll: RollRow }) {
  const { t, decimal, labelled } = useLocale()
  const series: Series[] = buckets.map((one) => ({
    ...one,
    label: labelled(t(one.label).trim(), decimal(roll[one.key], 2)),
  }))
  const end = `${decimal(roll.received, 2)} ${t(materialUnitWords[roll.unit])}`
  return (
    <>
      <RowBars
        series={series}
        most={roll.received}
        rows={[
          {
            key: roll.roll,
            label: t('Received ').trim(),
            values: buckets.map((one) => roll[one.key]),
            end,
            hint: series.map(({ label }) => label).join(' · '),
          },
        ]}
      />
      <Legend series={series} />
    </>
  )
}

const holderFields: readonly ShownField<Found['held_by'][number]>[] = [
  { id: 'order', header: key('Order'), kind: 'code', of: ({ order_id }) => order_id, traces: true },
  { id: 'quantity', header: key('Reserved '), kind: 'number', digits: 2, of: ({ quantity }) => quantity },
]

const verdictWords = { accept: key('Accept'), reject: key('Reject'), hold: key('Hold') } as const

function Inspections({ all }: { all: Found['inspections'] }) {
  const { t, decimal, number } = useLocale()
  if (all.length === 0)
    return (
      <Section>
        <p className="muted">{t('Nobody has inspected this roll yet.')}</p>
      </Section>
    )
  return (
    <PhotoSourceContext value="material">
      {all.map((one) => (
        <Section key={one.at}>
          <p>
            <strong>{t(verdictWords[one.chosen])}</strong> · <Instant at={one.at} /> · {one.inspected_by}
          </p>
          <p data-tone={one.computed === 'accept' ? 'good' : 'bad'}>
            {t('{{points}} points, {{score}} in 100 yd² against {{limit}}', {
              points: number(one.points),
              score: decimal(one.score, 2),
              limit: number(one.limit),
            })}
            {one.computed === one.chosen ? null : (
              <span className="muted">
                {' '}
                {t('The points say: {{verdict}}', { verdict: t(verdictWords[one.computed]) })}
              </span>
            )}
          </p>
          {one.remark ? <p className="fabric-words">{one.remark}</p> : null}
          {one.defects.length > 0 ? (
            <ul className="muted fabric-defects">
              {one.defects.map((defect) => (
                <li key={`${defect.kind} ${defect.at_cm} ${defect.length_cm}`}>
                  {t('{{kind}}, {{length}} cm, at {{at}} m', {
                    kind: t(rollDefectWords[defect.kind]),
                    length: number(defect.length_cm),
                    at: decimal(defect.at_cm / 100, 2),
                  })}
                </li>
              ))}
            </ul>
          ) : null}
          <PhotoStrip ids={one.image_ids} label={t('Photos of the roll')} />
        </Section>
      ))}
    </PhotoSourceContext>
  )
}
